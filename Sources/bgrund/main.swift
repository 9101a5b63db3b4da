// bgrund: still empty
