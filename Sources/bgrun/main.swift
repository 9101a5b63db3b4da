// bgrun: still empty
