"""`claimlight autostart`: starts Claimlight at login, with the platform's own mechanism."""
