"""`claimlight autostart`: starts Claimlight at login, by the means of the platform."""
