"""The forms of accounts: Django's own, without an e-mail address."""

from __future__ import annotations

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from lessons.models import User
from tutor.accounts.services import WRONG_PASSWORDS


class RegisterForm(BaseUserCreationForm):
    """A name and a password, twice."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Name")}
        help_texts = {
            "username": _("Letters, digits and @ . + - _ only. Any name will do; it need not be yours.")
        }

    def with_name_alone(self) -> RegisterForm:
        """The form with the name as it was typed and what is wrong with that; a password is not kept."""
        typed = {"username": self.data.get("username", "")}
        if not typed["username"]:
            return RegisterForm()
        form = RegisterForm(typed)
        for field in ("password1", "password2"):
            form.errors.pop(field, None)
        return form


class SignInForm(AuthenticationForm):
    """Name and password; too many wrong passwords for one name close it for a while."""

    username = forms.CharField(label=_("Name"), max_length=150)

    def clean(self) -> dict[str, object]:
        name = self.cleaned_data.get("username", "")
        if name and WRONG_PASSWORDS.is_reached(name):
            raise forms.ValidationError(
                _("Too many wrong passwords for this name. Wait a quarter of an hour, then try again."),
                code="locked",
            )
        try:
            found = super().clean()
        except forms.ValidationError:
            if name:
                WRONG_PASSWORDS.note(name)
            raise
        WRONG_PASSWORDS.forget(name)
        return found
