"""The forms of accounts: Django's own, without an e-mail address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
    SetPasswordMixin,
    UsernameField,
)
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tutor.accounts.recovery import user_by_code
from tutor.accounts.services import user_by_password
from tutor.learning.models import User
from tutor.site.throttling import WaitError, queue_words


class RegisterForm(BaseUserCreationForm):  # type: ignore[type-arg]  # takes none at run time
    """A name and a password, twice."""

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}
        labels = {"username": _("Name")}
        help_texts = {
            "username": _("Letters, digits and @ . + - _ only. Any name will do; it need not be yours.")
        }
        error_messages = {
            "username": {
                "invalid": _(
                    "A name has only letters, digits and @ . + - _ in it. Leave other characters out."
                )
            }
        }

    def clean_username(self) -> str:
        """Two names that differ by capitals alone would be taken for each other."""
        name = str(self.cleaned_data["username"])
        if any(sign.isspace() for sign in name):
            raise forms.ValidationError(
                _("There must be no space in the name. Leave it out, or put - or _ in its place."),
                code="space",
            )
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("This name is taken already. Choose another."), code="unique")
        return name

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
    """Name and password. ``must_wait`` says that the try was not looked at because others are before it."""

    username = UsernameField(label=_("Name"), max_length=150)
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("This name and this password do not go together.")
    }
    must_wait = False
    request: HttpRequest

    def clean(self) -> dict[str, object]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not name or not password:
            return self.cleaned_data
        try:
            user = user_by_password(name=name, password=password, request=self.request)
        except WaitError as wait:
            self.must_wait = wait.is_queue
            raise forms.ValidationError(wait_words(wait), code="wait") from None
        if user is None:
            raise self.get_invalid_login_error()
        self.user_cache = user
        return self.cleaned_data


class ChangePasswordForm(PasswordChangeForm):
    """The old password, which is tried as at signing in, and a new one twice."""

    def __init__(self, request: HttpRequest, user: User, data: QueryDict | None = None) -> None:
        super().__init__(user, data)
        self.request = request

    def clean_old_password(self) -> str:
        old = str(self.cleaned_data["old_password"])
        try:
            user = user_by_password(name=self.user.get_username(), password=old, request=self.request)
        except WaitError as wait:
            raise forms.ValidationError(wait_words(wait), code="wait") from None
        if user is None:
            raise forms.ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return old


class RecoverForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]  # takes none at run time
    """Name, recovery code and a new password twice. ``found`` is the account, once the form is valid."""

    username = UsernameField(label=_("Name"), max_length=150)
    code = forms.CharField(label=_("Recovery code"), max_length=60)
    password1, password2 = SetPasswordMixin.create_password_fields()
    found: User
    must_wait = False

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.validate_passwords()
        if self.errors:
            return cleaned
        try:
            user = user_by_code(name=cleaned["username"], code=cleaned["code"], request=self.request)
        except WaitError as wait:
            self.must_wait = wait.is_queue
            raise forms.ValidationError(wait_words(wait), code="wait") from None
        if user is None:
            raise forms.ValidationError(_("This name and this recovery code do not go together."))
        self.validate_password_for_user(user)
        self.found = user
        return cleaned


def wait_words(wait: WaitError) -> str:
    """What somebody reads whose try has to wait."""
    return queue_words(wait.seconds) if wait.is_queue else _pause_words(wait.seconds)


def _pause_words(seconds: int) -> str:
    """What somebody reads who has typed too many wrong passwords."""
    text = ngettext(
        "Too many wrong passwords for this name. Wait %(count)s second, then try again.",
        "Too many wrong passwords for this name. Wait %(count)s seconds, then try again.",
        seconds,
    )
    if seconds > 60:
        text = ngettext(
            "Too many wrong passwords for this name. Wait %(count)s minute, then try again. A device on which you "
            "were signed in before need not wait.",
            "Too many wrong passwords for this name. Wait %(count)s minutes, then try again. A device on which you "
            "were signed in before need not wait.",
            -(-seconds // 60),
        )
        return text % {"count": -(-seconds // 60)}
    return text % {"count": seconds}
