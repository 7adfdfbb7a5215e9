"""The table in a browser: games over HTTP and WebSocket, for one screen or several.

    uvicorn.run(create_app(Settings()))        # or `grognard serve`

The server is the authority: it checks every order, rolls the dice, and shows each seat its own view. What was
acknowledged is on disk. Nothing in here knows a game.
"""
