from django.apps import AppConfig


class ClassroomConfig(AppConfig):
    name = "tutor.classroom"

    def ready(self) -> None:
        # All know models, which are there only now.
        from tutor.accounts import going
        from tutor.classroom.audit import forget_old
        from tutor.classroom.holding import ClassHolder
        from tutor.classroom.in_use import heir_of, uses_in_classes
        from tutor.classroom.keeping import delete_due
        from tutor.classroom.notes import NoteCompanion
        from tutor.classroom.untold import not_yet_due
        from tutor.classroom.usual_rules import rules_of_class
        from tutor.editor.in_use import used_also
        from tutor.learning import companions
        from tutor.learning.untold import keep_back
        from tutor.puzzles.usual import usual_also
        from tutor.site.tidying import tidy_also

        companions.register(NoteCompanion())
        keep_back(not_yet_due)
        usual_also(rules_of_class)
        going.register(ClassHolder())
        used_also(uses_in_classes, heir_of)
        tidy_also("classes", delete_due)
        tidy_also("lines", forget_old)
