"""What a player finds around the board: each thing is used as a player uses it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Download, Page, expect
from tests.browser.chromium import Desk
from tests.browser.conftest import Sit
from tests.browser.hands import Mouse
from tests.browser.sitting import Sitting, calm, texts
from tests.server.house import Json

pytestmark = pytest.mark.slow

ALONE = {"seats": {"axis": {"kind": "me"}, "soviet": {"kind": "link"}}}
BOTH = {"seats": {"axis": {"kind": "me"}, "soviet": {"kind": "me"}}}
FAR_OFF = "4125"


@pytest.fixture
def axis(desk: Desk, sit: Sit) -> Sitting:
    """Somebody who commands the Germans, with a friend who has not come yet."""
    return sit(desk, **ALONE)


@pytest.fixture
def both(desk: Desk, sit: Sit) -> Sitting:
    """Somebody who plays both sides, and may keep the record while the game is on."""
    return sit(desk, **BOTH)


@pytest.fixture
def attack(both: Sitting) -> Sitting:
    """The same, with an attack on Panfilov put together."""
    axis = both
    for unit in ("2Pz.3", "2Pz.S304"):
        axis.give(f"unit {unit}", f"move {unit} 3432")
        if "stop" in texts(axis.my_turn()):
            axis.give("stop")
    axis.give("end", "attack 3431", "join 2Pz.3", "join 2Pz.S304")
    return axis


def save(download: Download, folder: Path) -> Path:
    kept = folder / download.suggested_filename
    download.save_as(kept)
    return kept


def record_of(sitting: Sitting, folder: Path) -> Path:
    """The record, as the button of the story gives it."""
    sitting.tab("Story")
    with sitting.page.expect_download() as download:
        sitting.press("Record")
    sitting.tab("Orders")
    return save(download.value, folder)


# --- orders ---------------------------------------------------------------------------------------------


def test_an_order_is_taken_back_by_its_button_and_by_a_key(axis: Sitting) -> None:
    counter, page = axis.counter("2Pz.3"), axis.page
    axis.give("unit 2Pz.3", "move 2Pz.3 3432")
    expect(counter).to_have_attribute("data-hex", "3432")
    axis.press(page.get_by_role("button", name=re.compile("Take back: Move to:? 3432")))
    expect(counter).to_have_attribute("data-hex", "3333")
    axis.my_turn()
    page.keyboard.press("u")
    expect(axis.part("undo")).to_have_count(0)
    assert axis.now()["total"] == 0


def test_a_unit_is_dragged_along_a_path_that_is_shown_before(axis: Sitting) -> None:
    hands = axis.hands
    assert isinstance(hands, Mouse)
    start, goal = hands.bring(axis, "3633"), hands.bring(axis, "3531")
    mouse = axis.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*goal, steps=8)
    hint = axis.page.locator(".hint")
    expect(hint).to_contain_text("3531")
    mouse.up()
    axis.page.wait_for_function("() => document.querySelectorAll('[data-hex=\"3531\"]').length === 1")
    moved = axis.page.locator('[data-hex="3531"]').get_attribute("data-unit")
    assert axis.now()["total"] >= 2
    assert moved is not None
    assert moved.startswith("11Pz")


def test_why_not_is_told_with_the_rule_that_opens_the_book(axis: Sitting) -> None:
    hands, page = axis.hands, axis.page
    assert isinstance(hands, Mouse)
    axis.give("unit 2Pz.3")
    before = axis.now()["state_id"]
    hands.hex(axis, FAR_OFF)
    bubble = page.get_by_role("alert")
    expect(bubble).to_be_visible()
    number = bubble.get_by_role("button", name=re.compile(r"^Rule \d")).inner_text().removeprefix("§ ")
    told = axis.player.ask("/why", seat="axis", hex=FAR_OFF, selected="2Pz.3").json()["refusal"]
    assert number == told["rule"]
    assert axis.now()["state_id"] == before, "nothing was ordered"
    axis.press(bubble.get_by_role("button", name=f"Rule {number}"))
    sheet = page.get_by_role("dialog", name="Rule book")
    expect(sheet.locator(".rule.lit dt")).to_have_text(number)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_a_click_that_may_mean_several_things_asks_which(axis: Sitting) -> None:
    axis.give("unit 2Pz.3")
    expect(axis.page.locator(".counter.hand")).to_have_attribute("data-unit", "2Pz.3")
    axis.page.keyboard.press("Escape")
    expect(axis.page.locator(".counter.hand")).to_have_count(0)
    assert axis.now()["total"] == 0, "Esc puts down what was only taken in hand"


# --- combat ---------------------------------------------------------------------------------------------


def test_odds_on_the_screen_are_those_of_the_command_line(attack: Sitting, tmp_path: Path) -> None:
    card = attack.part("combat")
    table = card.get_by_role("table", name="Chances of each result")
    expect(table).to_be_visible()
    shown = {
        row.get_by_role("rowheader").inner_text(): row.locator("td[title]").get_attribute("title")
        for row in table.locator("tbody tr").all()
    }
    record = record_of(attack, tmp_path)
    command = [sys.executable, "-m", "grognard", "odds", str(record), "--json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(answer.stdout)["odds"]
    assert shown == {result["text"]: result["probability"] for result in told["results"]}
    assert len(shown) > 1
    expect(card.get_by_text("The table, at column")).to_be_visible()
    for modifier in attack.now()["forecast"]["modifiers"]:
        expect(card.get_by_text(modifier["text"])).to_be_visible()


def test_dice_fall_in_sight_and_are_kept_in_the_story(attack: Sitting) -> None:
    page = attack.page
    state = attack.my_turn()
    for answer in ("ready", "fight"):
        if answer in texts(state):
            state = attack.give(answer)
    expect(page.get_by_role("group", name="Dice")).to_be_visible()
    attack.my_turn()
    attack.tab("Story")
    story = page.get_by_role("tabpanel")
    story.get_by_label("What to tell").select_option("dice")
    expect(story.locator("ol > li").first).to_be_visible()
    attack.press(story.get_by_role("button", name="Show on the map").first)


# --- looking back ---------------------------------------------------------------------------------------


def test_looking_back_shows_the_table_at_each_moment(axis: Sitting) -> None:
    page, counter = axis.page, axis.counter("2Pz.3")
    axis.give("unit 2Pz.3", "move 2Pz.3 3432")
    axis.tab("Story")
    axis.press("Look back")
    bar = page.get_by_role("region", name="Looking back")
    slider = bar.get_by_role("slider", name="Moment of the game")
    total = int(slider.get_attribute("max") or 0)
    expect(slider).to_have_value(str(total))
    slider.fill("0")
    expect(counter).to_have_attribute("data-hex", "3333")
    expect(axis.part("decision").get_by_role("heading")).to_have_text("Looking back")
    expect(page.locator("[data-order]")).to_have_count(0)
    for _ in range(total):
        axis.press("One step on")
    expect(counter).to_have_attribute("data-hex", "3432")
    expect(slider).to_have_value(str(total))
    axis.press(bar.get_by_role("button", name=re.compile("Close|Back to now")))
    expect(bar).to_be_hidden()
    axis.my_turn()


def test_charts_draw_what_the_game_measures(axis: Sitting) -> None:
    axis.give("end")
    axis.tab("Story")
    axis.press("Charts")
    dialog = axis.page.get_by_role("dialog", name="How the game has gone")
    measures = {name for sample in axis.player.get("/series")["samples"] for name in sample["measures"]}
    assert measures
    expect(dialog.get_by_role("img")).to_have_count(len(measures))


def test_a_turn_is_shared_as_text_and_as_a_picture(axis: Sitting) -> None:
    axis.give("unit 2Pz.3", "move 2Pz.3 3432")
    axis.tab("Story")
    axis.press("Share")
    dialog = axis.page.get_by_role("dialog", name="Share a turn")
    expect(dialog.get_by_label("The turn as text")).to_have_value(re.compile("3432"))
    axis.press("Make a picture")
    picture = dialog.get_by_role("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 300


# --- records --------------------------------------------------------------------------------------------


def test_a_record_goes_out_and_comes_in_again(both: Sitting, desk: Desk, sit: Sit, tmp_path: Path) -> None:
    both.give("unit 2Pz.3", "move 2Pz.3 3432")
    record = record_of(both, tmp_path)
    assert "move 2Pz.3" in record.read_text()
    page = desk.open("/")
    page.get_by_label("Choose a file").set_input_files(record)
    again = sit(page)
    expect(again.counter("2Pz.3")).to_have_attribute("data-hex", "3432")
    assert again.my_turn()["view"]["heading"] == both.now()["view"]["heading"]
    again.give(calm(again.my_turn()))
    page.goto("/")
    expect(page.get_by_role("heading", name="Go on")).to_be_visible()


def drop(page: Page, name: str, text: str) -> None:
    """Drop a file on the page."""
    files = page.evaluate_handle(
        """([name, text]) => {
          const files = new DataTransfer();
          files.items.add(new File([text], name, { type: "text/plain" }));
          return files;
        }""",
        [name, text],
    )
    for kind in ("dragover", "drop"):
        page.dispatch_event("main", kind, {"dataTransfer": files})


def test_a_record_is_dropped_on_the_page_and_a_broken_one_is_refused(
    both: Sitting, desk: Desk, tmp_path: Path
) -> None:
    both.give("unit 2Pz.3", "move 2Pz.3 3432")
    text = record_of(both, tmp_path).read_text()
    page = desk.open("/")
    drop(page, "broken.txt", text.replace("move 2Pz.3 ", "fly 2Pz.3 "))
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"broken\.txt.*line \d+"))
    drop(page, "evening.txt", text)
    expect(page.locator('button[data-unit="2Pz.3"]')).to_have_attribute("data-hex", "3432")


# --- the bot --------------------------------------------------------------------------------------------


def test_a_bot_shows_how_far_it_is_and_can_be_paused(desk: Desk, sit: Sit) -> None:
    bot: Json = {"kind": "bot", "bot": "staff", "level": 2}
    sitting = sit(desk, seats={"axis": {"kind": "me"}, "soviet": bot})
    page, head = sitting.page, sitting.part("decision")
    sitting.pass_the_turn()
    expect(head.get_by_role("progressbar")).to_be_visible()
    expect(head.get_by_role("heading")).to_have_text("Soviet is thinking")
    sitting.press("Pause")
    expect(head.get_by_role("heading")).to_have_text("Soviet waits")
    expect(head.get_by_text("Paused.")).to_be_visible()
    paused = sitting.now()
    page.reload()
    page.locator(".table[data-state]").wait_for()
    expect(head.get_by_text("Paused.")).to_be_visible()
    assert sitting.now()["total"] == paused["total"]
    sitting.press("Go on")
    state = sitting.my_turn()
    assert state["total"] > paused["total"]
    assert state["view"]["ask"]["seat"] == "axis"


# --- the map --------------------------------------------------------------------------------------------


def test_layers_are_laid_over_the_map_and_taken_off(axis: Sitting) -> None:
    page = axis.page
    axis.press("Layers")
    group = page.get_by_role("group", name="Layers")
    axis.press("Zones of control: Soviet")
    axis.press(group.get_by_label("Victory places"))
    legend = group.get_by_role("list", name="Shown now")
    expect(legend.get_by_role("listitem").nth(1)).to_be_visible()
    axis.press("Clear all")
    expect(legend).to_be_hidden()


def test_the_reach_of_an_enemy_unit_can_be_seen(axis: Sitting) -> None:
    page, hands = axis.page, axis.hands
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("316RD")
    page.keyboard.press("Enter")
    expect(page.locator(".counter.hand")).to_have_attribute("data-unit", "316RD")
    hands.press(axis.button("Layers"))
    hands.press(page.get_by_label("Reach of a unit"))
    expect(page.get_by_role("list", name="Shown now")).to_be_visible()


def test_a_place_is_found_and_told_in_close_up(axis: Sitting) -> None:
    page = axis.page
    axis.press("Find a place or a unit")
    page.get_by_role("combobox").fill("novo-petr")
    page.get_by_role("option", name="Novo-Petrovskoe").first.click()
    close_up = axis.part("look")
    expect(close_up).to_be_visible()
    expect(close_up.get_by_role("heading")).to_have_text("Novo-Petrovskoe")


def test_the_board_is_told_in_words(axis: Sitting) -> None:
    page = axis.page
    page.keyboard.press("t")
    twin = page.get_by_role("dialog", name="The board in words")
    twin.get_by_label("Hexes").select_option("own")
    expect(twin.get_by_role("row", name=re.compile("3333.*Volokolamsk"))).to_be_visible()
    twin.get_by_role("searchbox").fill("3333")
    expect(twin.locator("tbody tr")).to_have_count(1)


def test_the_map_is_printed_with_its_counters(axis: Sitting) -> None:
    page = axis.page
    page.evaluate(
        """() => addEventListener("beforeprint", () => queueMicrotask(() => queueMicrotask(() => {
          window.printed = document.querySelectorAll(".sheet .counter").length;
        })))"""
    )
    paper = page.pdf(width="297mm", height="420mm", print_background=True)
    assert paper.startswith(b"%PDF")
    on_map = sum(1 for piece in axis.now()["view"]["pieces"] if piece.get("hex"))
    assert page.evaluate("() => window.printed") == on_map
    expect(page.locator(".sheet")).to_have_count(0)


# --- comfort --------------------------------------------------------------------------------------------


def test_settings_are_kept_in_this_browser(axis: Sitting, desk: Desk) -> None:
    page, root = axis.page, axis.page.locator("html")
    axis.press("Settings")
    dialog = page.get_by_role("dialog", name="Settings")
    for name, theme in (("Dark", "dark"), ("Winter", "winter"), ("Colour-blind safe", "safe")):
        dialog.get_by_label(name).check()
        expect(root).to_have_attribute("data-theme", theme)
    size = page.locator("body").evaluate("(body) => parseFloat(getComputedStyle(body).fontSize)")
    dialog.get_by_role("slider", name="Size of text").fill("1.3")
    grown = page.locator("body").evaluate("(body) => parseFloat(getComputedStyle(body).fontSize)")
    assert grown > size * 1.2
    page.reload()
    expect(root).to_have_attribute("data-theme", "safe")
    expect(desk.open("/").locator("html")).to_have_attribute("data-theme", "safe")


def test_the_rule_book_is_searched_on_a_page_of_its_own(desk: Desk) -> None:
    page = desk.open("/rules/moscow-1941")
    page.get_by_role("searchbox", name="Search the rules").fill("retreat")
    expect(page.get_by_text(re.compile(r"^\d+ found$"))).to_be_visible()
    hit = page.locator(".found .hit").first
    number = hit.locator(".number").inner_text()
    hit.click()
    expect(page.locator(f"#rule-{number.replace('.', '-')}")).to_be_in_viewport()


def test_a_wrong_address_and_a_wrong_key_lead_back(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    for path in ("/nowhere", f"/t/{'x' * 32}"):
        page = desk.open(path)
        page.get_by_role("link", name=re.compile("start page", re.IGNORECASE)).first.click()
        expect(page.get_by_role("button", name="Learn by playing")).to_be_visible()
