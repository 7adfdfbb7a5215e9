"""The command line: `grognard games`, `grognard pack`, `grognard map`, `grognard bench`, `grognard play`."""
