/** The live wire of a table: reconnects by itself, with growing pauses. */

export type LiveMessage = { type: string; state_id?: string } & Record<string, unknown>;
export type Line = "open" | "waiting" | "gone";

interface Options {
  onMessage(message: LiveMessage): void;
  onLine(line: Line): void;
  connect?: (address: string) => WebSocket;
  address?: string;
  random?: () => number;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const BEAT = 25_000;
const GONE = 4404;

export class LiveLine {
  #socket: WebSocket | null = null;
  #failures = 0;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly token: string,
    readonly options: Options,
  ) {}

  open() {
    if (this.#closed) return;
    const connect = this.options.connect ?? ((address) => new WebSocket(address));
    const socket = connect(this.options.address ?? liveAddress());
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ token: this.token }));
      this.#beat = setInterval(() => socket.send("."), BEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as LiveMessage;
      if (this.#failures || message.type === "hello") this.options.onLine("open");
      this.#failures = 0;
      this.options.onMessage(message);
    };
    socket.onclose = (event: CloseEvent) => {
      clearInterval(this.#beat);
      if (this.#closed) return;
      if (event.code === GONE) return this.options.onLine("gone");
      this.options.onLine("waiting");
      this.#retry = setTimeout(() => this.open(), pause(this.#failures++, this.options.random));
    };
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#socket?.close();
  }
}

/** Milliseconds to wait after so many failures: doubling, with a little luck, up to a limit. */
export function pause(failures: number, random: () => number = Math.random): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.75 + random() / 2);
}

function liveAddress(): string {
  return `${location.origin.replace(/^http/, "ws")}/api/table/live`;
}
