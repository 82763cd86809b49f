"""Rows for tests, with as much in them as the models demand."""

from __future__ import annotations

import hashlib
import uuid

import factory
from factory.django import DjangoModelFactory

from tutor.learning import models


class UserFactory(DjangoModelFactory):
    class Meta:
        model = models.User

    username = factory.Sequence(lambda number: f"learner{number}")


class LearnerFactory(DjangoModelFactory):
    class Meta:
        model = models.Learner


class ItemFactory(DjangoModelFactory):
    class Meta:
        model = models.Item

    slug = factory.Sequence(lambda number: f"melds/item-{number}")
    content_hash = factory.LazyAttribute(lambda item: hashlib.sha256(item.slug.encode()).hexdigest())
    kind = "cards"
    rule_set = "classic"


class AttemptFactory(DjangoModelFactory):
    class Meta:
        model = models.Attempt

    learner = factory.SubFactory(LearnerFactory)
    item = factory.SubFactory(ItemFactory)
    content_hash = factory.SelfAttribute("item.content_hash")
    answer = factory.LazyFunction(lambda: {"cards": "Kd Kh Ks"})
    rule_set = "classic"
    rule_set_version = 1
    outcome = models.Attempt.Outcome.RIGHT
    try_number = 1
    language = "de"
    token = factory.LazyFunction(uuid.uuid4)


class DraftFactory(DjangoModelFactory):
    class Meta:
        model = models.Draft

    learner = factory.SubFactory(LearnerFactory)
    item = factory.SubFactory(ItemFactory)
    answer = factory.LazyFunction(lambda: {"cards": "Kd"})
