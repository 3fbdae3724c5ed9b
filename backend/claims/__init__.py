"""Classifies the user's selection and splits it into statements that can be checked independently."""
