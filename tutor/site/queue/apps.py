from django.apps import AppConfig


class QueueConfig(AppConfig):
    name = "tutor.site.queue"
    label = "queue"
