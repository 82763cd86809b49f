from django.apps import AppConfig


class LtiConfig(AppConfig):
    name = "tutor.lti"

    def ready(self) -> None:
        from tutor.learning.companions import register
        from tutor.lti import checks  # noqa: F401, registers the check of the configuration
        from tutor.lti.companion import LtiCompanion
        from tutor.lti.memory import forget_old
        from tutor.site.tidying import tidy_also

        register(LtiCompanion())
        tidy_also("launches", forget_old)
