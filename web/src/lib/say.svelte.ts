/** What the page says aloud to screen readers, and the small notices it shows. */

export interface Notice {
  id: number;
  text: string;
  tone: "info" | "bad";
}

class Crier {
  /** The last lines, for the live region. */
  lines = $state.raw<readonly { id: number; text: string }[]>([]);
  notices = $state.raw<readonly Notice[]>([]);
  #next = 0;

  /** Announce something to those who listen. */
  say(text: string) {
    if (text) this.lines = [...this.lines.slice(-7), { id: this.#next++, text }];
  }

  /** Show a notice for a while, and announce it. */
  notice(text: string, tone: Notice["tone"] = "info", milliseconds = 6000) {
    const notice = { id: this.#next++, text, tone };
    this.notices = [...this.notices.slice(-3), notice];
    this.say(text);
    setTimeout(() => this.dismiss(notice.id), milliseconds);
  }

  dismiss(id: number) {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }
}

export const crier = new Crier();
