"""What a learning platform's courses and people are here, and the grades that it is owed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tutor.classroom.models import Assignment, Classroom, ClassTeacher, Pupil


class LtiCourse(models.Model):
    """A course of a platform that a teacher has connected with a class. Other courses cannot reach the class.

    It is connected as long as that teacher teaches the class; another one may take it over by choosing exercises.
    """

    issuer = models.CharField(max_length=255)
    client = models.CharField(max_length=255)
    deployment = models.CharField(max_length=255)
    context = models.CharField(max_length=255)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="lti_courses")
    connected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issuer", "client", "deployment", "context", "classroom"],
                name="course_connected_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.issuer} {self.context}"

    @property
    def is_connected(self) -> bool:
        """Whether who has connected it still teaches the class. Without, nobody comes in by it and no grade leaves."""
        return ClassTeacher.objects.filter(classroom=self.classroom_id, user=self.connected_by_id).exists()


class LtiPupil(models.Model):
    """Who somebody of a course is in the class. ``subject`` is the platform's number for a person, not a name."""

    course = models.ForeignKey(LtiCourse, on_delete=models.CASCADE, related_name="people")
    subject = models.CharField(max_length=255)
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="lti")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["course", "subject"], name="one_pupil_per_subject")]

    def __str__(self) -> str:
        return f"{self.course_id} {self.pupil_id}"


class LtiLine(models.Model):
    """A column of a course's gradebook for an assignment. ``address`` is where the platform takes its scores."""

    course = models.ForeignKey(LtiCourse, on_delete=models.CASCADE, related_name="lines")
    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="lti_lines")
    address = models.URLField(max_length=1000)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["course", "assignment"], name="one_line_per_assignment")
        ]

    def __str__(self) -> str:
        return self.address


class LtiGrade(models.Model):
    """How many questions of an assignment a pupil has right, and when the platform took note of it."""

    line = models.ForeignKey(LtiLine, on_delete=models.CASCADE, related_name="grades")
    person = models.ForeignKey(LtiPupil, on_delete=models.CASCADE, related_name="grades")
    right = models.PositiveIntegerField()
    asked = models.PositiveIntegerField()
    answered = models.PositiveIntegerField()
    changed = models.DateTimeField(default=timezone.now)
    sent = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["line", "person"], name="one_grade")]

    def __str__(self) -> str:
        return f"{self.right}/{self.asked}"


class UsedLaunch(models.Model):
    """A launch that was used: the same message cannot be used again. Kept as long as a message may be valid."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.digest


class LaunchMemo(models.Model):
    """What has to be known between two requests of a launch, whichever process they come to. Kept for an hour."""

    key = models.CharField(max_length=200, unique=True)
    value = models.JSONField()
    ends = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
