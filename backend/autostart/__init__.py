"""`claimlight autostart`: starts Claimlight at login, using the platform's mechanism."""
