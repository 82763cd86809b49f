from django.apps import AppConfig


class BasketConfig(AppConfig):
    name = "tutor.basket"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.accounts.going import export_also, register
        from tutor.basket import on_pages
        from tutor.basket.holding import BasketHolder
        from tutor.basket.services import export_of
        from tutor.site.parts import fill

        export_also("basket", export_of)
        register(BasketHolder())
        fill("for my class", on_pages.on_its_own)
        fill("for my class, in a form", on_pages.in_a_form)
        fill("classes", on_pages.on_classes)
        fill("class", on_pages.on_class)
