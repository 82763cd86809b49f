"""Coming into a class without paper: a code on the wall, an alias of the own choice, and the teacher who lets in."""
