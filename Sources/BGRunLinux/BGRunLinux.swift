// BGRunLinux
