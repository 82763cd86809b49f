"""Which plans a class has, and what was made for their parts."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tutor.classroom.dealing.models import AssignedDeal
from tutor.classroom.models import Assignment, Classroom
from tutor.live.models import LiveRound


class ClassLesson(models.Model):
    """A plan that was put into a class; ``plan`` is its slug."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="lessons")
    plan = models.CharField(max_length=60)
    put = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["put", "id"]
        constraints = [models.UniqueConstraint(fields=["classroom", "plan"], name="one_lesson_per_plan")]

    def __str__(self) -> str:
        return f"{self.classroom_id} {self.plan}"


class LessonPart(models.Model):
    """What was made for a part of the plan: an assignment, a deal to play, or the live round once it was begun.

    ``part`` is its name in the plan. All are empty where they were deleted since.
    """

    lesson = models.ForeignKey(ClassLesson, on_delete=models.CASCADE, related_name="parts")
    part = models.CharField(max_length=100)
    assignment = models.ForeignKey(Assignment, on_delete=models.SET_NULL, null=True, related_name="+")
    deal = models.ForeignKey(AssignedDeal, on_delete=models.SET_NULL, null=True, related_name="+")
    live = models.ForeignKey(LiveRound, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["lesson", "part"], name="one_row_per_part")]

    def __str__(self) -> str:
        return f"{self.lesson_id} {self.part}"
