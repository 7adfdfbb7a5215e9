/** What is open beside and over the board, for all panels of a table. */
export type Tab = "orders" | "story" | "talk";
export type Over = "" | "settings" | "links" | "help" | "charts" | "share";

class Desk {
  tab = $state<Tab>("orders");
  /** The dialog that is open. */
  over = $state<Over>("");
  /** Is the bar for looking back shown? */
  replay = $state(false);
  /** Parts of the page that were opened so far, for whoever waits for it. */
  opened = $state.raw<ReadonlySet<string>>(new Set());

  show(tab: Tab) {
    this.tab = tab;
    this.note(tab === "orders" ? "decision" : tab);
  }

  open(over: Over) {
    this.over = over;
    this.note(over);
  }

  close() {
    this.over = "";
  }

  note(part: string) {
    if (part && !this.opened.has(part)) this.opened = new Set([...this.opened, part]);
  }

  /** A new table: everything is put away. */
  clear() {
    this.tab = "orders";
    this.over = "";
    this.replay = false;
    this.opened = new Set();
  }
}

export const desk = new Desk();
