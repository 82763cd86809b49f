from django.apps import AppConfig


class QueueConfig(AppConfig):
    name = "tutor.queue"
    label = "queue"
