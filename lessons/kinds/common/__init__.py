"""What several kinds are made of: reading answers, forms, choosing, playing, score sheets, reasons."""
