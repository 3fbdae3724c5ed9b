"""The command `claimlight autostart`, which starts Claimlight at login with the platform's own mechanism."""
