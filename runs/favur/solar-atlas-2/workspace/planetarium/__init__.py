"""Planetarium: where are the planets today?"""
