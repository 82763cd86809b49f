from django.apps import AppConfig


class LtiConfig(AppConfig):
    name = "tutor.lti"

    def ready(self) -> None:
        from tutor.classroom.services import lets_in_also
        from tutor.learning.companions import register
        from tutor.lti import checks  # noqa: F401, registers the check of the configuration
        from tutor.lti.companion import LtiCompanion, is_of_platform
        from tutor.lti.memory import forget_old
        from tutor.site.tidying import tidy_also

        register(LtiCompanion())
        lets_in_also(is_of_platform)
        tidy_also("launches", forget_old)
