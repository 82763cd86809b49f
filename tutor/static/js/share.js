// Passes text and link of a page on by the share menu of the device. Where there is none the button stays hidden.

for (const button of document.querySelectorAll("button[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.share).value;
    try {
      await navigator.share({ title: button.dataset.title, text });
    } catch (error) {
      if (error.name !== "AbortError") document.getElementById(button.dataset.share).select();
    }
  });
}
