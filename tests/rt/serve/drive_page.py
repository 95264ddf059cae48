#!/usr/bin/env python3
# test: serve.drive_page full browser skip=77 -- @tactus
"""The car is driven on the page in headless Chromium: by keys, by a gamepad round the bend of its lap, by thumbs; and what
becomes of it when the page is gone.
  drive_page.py TACTUS        ends with 77 where there is no chromium; pictures go to the folder PICTURES of the environment
"""

import csv
import json
import os
import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import browser  # noqa: E402
import running  # noqa: E402

LAP = running.ROOT / "config/models/parts/path_0.csv"
WIDTH = 10  # m, of the road
KEYS = {"ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "ArrowDown": 40}

# A gamepad that follows the lap: its stick by what lies ahead, its trigger by the speed.
ROBOT = """(() => {
  const lap = LAP, p = PANEL, pad = { connected: true, axes: [0, 0], buttons: Array.from({ length: 17 }, () => ({ value: 0 })) };
  navigator.getGamepads = () => [null, pad];
  const value = (name) => p.last.values[p.values.find((v) => v.name === name).index];
  window.off = 0; window.turned = 0; let before;
  window.robot = setInterval(() => {
    const e = p.view.body[p.view.chaser.body].elements, yaw = Math.atan2(e[1], e[0]), x = e[12], y = e[13];
    const away = lap.map(([u, v]) => Math.hypot(u - x, v - y)), near = away.indexOf(Math.min(...away));
    window.off = Math.max(window.off, away[near]);
    if (before !== undefined) { window.turned += Math.atan2(Math.sin(yaw - before), Math.cos(yaw - before)); }
    before = yaw;
    const [u, v] = lap[(near + 6) % lap.length], angle = Math.atan2(v - y, u - x) - yaw;
    const bend = 2 * Math.sin(angle) / Math.hypot(u - x, v - y), speed = value('speed') / 3.6;
    const share = 2.7 * bend * 16.2 * 180 / Math.PI / 450 * (1 + (speed / 8) ** 2);
    pad.axes[0] = -Math.max(-1, Math.min(1, share));
    pad.buttons[7].value = Math.max(0, Math.min(1, 0.3 * (11 - speed)));
    pad.buttons[6].value = Math.max(0, Math.min(1, 0.3 * (speed - 12)));
  }, 20);
})()"""


class Driven(browser.InBrowser):
    def setUp(self):
        super().setUp()
        self.start("run", self.rig("car.yaml", ttl=r"\1"), "--quiet")
        self.attach().detach()
        self.serve(self.name, self.name + "b")  # others may run as well
        self.page()
        self.shown()

    def js(self, rest):
        return self.chromium.js(self.panel(rest))

    def picture_of(self, name):
        folder = os.environ.get("PICTURES")
        if folder:
            pathlib.Path(folder, f"{name}.png").write_bytes(self.chromium.picture())

    def hold(self, key, is_down):
        self.chromium.call("Input.dispatchKeyEvent", type="keyDown" if is_down else "keyUp", key=key, code=key,
                           windowsVirtualKeyCode=KEYS[key])

    def command(self, name):
        return f"last.values[{self.panel('values')}.find(v => v.name === '{name}').index]"

    def take_the_wheel(self):
        self.js("drive.person.click()")
        self.seen("who drives", self.panel("drive.who.textContent === 'you drive'"))
        self.seen("it is told to the car", self.panel(self.command("person") + " > 0.9"))

    def narrow(self):
        self.chromium.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        self.chromium.call("Emulation.setTouchEmulationEnabled", enabled=True)

    def test_by_keys_round_a_bend_and_the_speed_on_the_page_is_the_signals(self):
        self.assertEqual(self.js("drive.who.textContent"), "nobody drives")
        self.take_the_wheel()
        self.hold("ArrowUp", True)
        self.seen("a speed", self.panel(self.command("speed") + " > 35"))
        shown, signal = self.js(f"drive.draw() ?? [Number({self.panel('drive.speed.textContent')}), {self.panel(self.command('speed'))}]")
        self.assertEqual(shown, round(signal))
        self.assertEqual(self.js("drive.unit.textContent"), "km/h")
        self.assertLess(abs(self.value("speed") - signal), 30, "and that of the program")
        self.hold("ArrowUp", False)
        self.picture_of("straight")
        self.hold("ArrowLeft", True)
        heading = "Math.atan2(p.view.body[p.view.chaser.body].elements[1], p.view.body[p.view.chaser.body].elements[0])"
        self.seen("a quarter turn to the left",
                  f"(() => {{ const p = {self.panel('')[:-1]}; const a = {heading}; return a > 1.5 && a < 3; }})()")
        self.assertGreater(self.value("steering"), 20)
        self.picture_of("turn")
        # the camera is behind it, and sees it in the middle
        x, y, behind = self.chromium.js(
            f"(() => {{ const v = {self.panel('view')}, i = v.chaser.body, at = v.positionOf(i), q = at.clone().project(v.camera);"
            "const e = v.body[i].elements, c = v.camera.position.clone().sub(at);"
            "return [q.x, q.y, (c.x * e[0] + c.y * e[1]) / c.length()]; })()")
        self.assertTrue(abs(x) < 0.4 and abs(y) < 0.6 and behind < -0.6, (x, y, behind))
        self.hold("ArrowLeft", False)
        self.seen("the wheel goes back", self.panel(self.command("steering") + " < 1"))
        self.hold("ArrowDown", True)
        self.seen("that it brakes", self.panel(self.command("brake") + " > 0.9"))
        self.seen("that it stands", self.panel(f"{self.command('speed')} < 0.5"))
        self.hold("ArrowDown", False)
        # keys of the page are its own while nobody drives
        self.chromium.key("Escape", code="Escape")
        self.seen("nobody drives", self.panel("drive.mode === ''"))

    def test_by_a_gamepad_round_the_bend_of_the_lap(self):
        with open(LAP, encoding="ascii") as f:
            lap = [[float(x), float(y)] for _, x, y in csv.reader(line for line in f if line[0] in "0123456789-")]
        self.take_the_wheel()
        self.chromium.js(ROBOT.replace("LAP", json.dumps(lap)).replace("PANEL", self.panel("")[:-1]))
        self.seen("the begin of the bend", "window.turned > 0.7")
        self.picture_of("bend")
        self.narrow()
        self.seen("half a turn", "window.turned > 3.0")
        self.picture_of("narrow")
        self.assertLess(self.chromium.js("window.off"), WIDTH / 2, "it has stayed on the road")
        rim, wheel = self.js(f"drive.draw() ?? [Number({self.panel('drive.rim')}.getAttribute('transform').match(/-?[0-9.]+/)[0]), "
                             f"{self.panel(self.command('steering_wheel'))}]")
        self.assertAlmostEqual(rim, -wheel, delta=0.06, msg="the wheel on the page turns as that of the car")
        # all of the dashboard is in the picture
        boxes = self.chromium.js(f"[...{self.panel('drive.board')}.querySelectorAll('.speed, .wheel, .pedal, .who')].map(e => {{ const r = e.getBoundingClientRect(); return [r.left, r.right, r.width]; }})")
        for left, right, width in boxes:
            self.assertTrue(left >= 0 and right <= 390 and width > 20, boxes)

    def test_by_thumbs(self):
        self.narrow()
        self.take_the_wheel()
        x, y, h = self.chromium.js(f"(() => {{ const r = {self.panel('drive.pads')}.querySelector('.throttle').getBoundingClientRect();"
                                   "return [r.left + r.width / 2, r.top, r.height]; })()")
        self.chromium.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y + 0.5 * h}])
        self.seen("half of the pedal and more", self.panel(self.command("throttle") + " > 0.6"))
        self.assertLess(self.js(self.command("throttle")), 0.8)
        self.picture_of("thumbs")
        self.chromium.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.seen("it comes up", self.panel(self.command("throttle") + " < 0.01"))

    def test_a_page_that_is_gone_or_hangs_lets_go_and_the_car_stops(self):
        watch = self.attach()

        def lapses(end):
            self.take_the_wheel()
            self.hold("ArrowUp", True)
            self.seen("a speed", self.panel(self.command("speed") + " > 15"))
            end()
            self.until("the brake", lambda: watch.read() and watch.value("brake") == 0.3 and watch.value("throttle") == 0)
            self.until("that it stands", lambda: watch.read() and abs(watch.value("speed")) < 0.5)
            self.assertEqual(watch.value("person"), 0)

        # its script hangs: no frame of it comes, though its connection stands
        lapses(lambda: self.chromium.call("Runtime.evaluate", expression="setTimeout(() => { const t = Date.now(); while (Date.now() - t < 6000); }, 0)"))
        self.seen("the page again", self.panel("drive.mode === 'person'"))
        self.hold("ArrowUp", False)
        self.js("drive.person.click()")
        lapses(lambda: self.chromium.call("Page.navigate", url="about:blank"))
        watch.detach()

    def test_its_driver_drives_until_somebody_takes_the_wheel(self):
        self.js("drive.driver.click()")
        self.seen("its driver", self.panel("drive.who.textContent === 'its driver drives'"))
        self.seen("that it goes", self.panel(self.command("speed") + " > 10"))
        self.picture_of("driver")
        # another browser cannot have the seat meanwhile
        other = self.browser()
        self.assertRegex(self.ask(other, "drive throttle=1"), "^error browser [0-9]+ drives$")
        self.take_the_wheel()
        self.hold("ArrowDown", True)
        self.seen("that it stands", self.panel(self.command("speed") + " < 0.5"))
        self.hold("ArrowDown", False)
        self.js("drive.person.click()")
        self.until("the seat is free", lambda: self.ask(other, "drive throttle=0.1") == "ok")
        self.assertEqual(self.ask(other, "drive speed=1"), "error 'speed' is no command of one value")
        self.assertEqual(self.ask(other, "drive throttle=nan"), "error 'throttle=nan' is not SIGNAL=VALUE")
        self.assertEqual(self.ask(other, "drive"), "ok")

    def test_who_may_only_look_and_what_has_no_pedals_has_no_controls(self):
        self.token = "0" * 32
        self.chromium.call("Page.navigate", url="about:blank")
        self.page()
        self.shown()
        self.assertTrue(self.js("drive.buttons.hidden"))
        self.assertFalse(self.js("drive.board.hidden"), "the dashboard may be looked at")
        self.js("drive.set('person')")
        time.sleep(0.2)
        self.assertEqual(self.js("drive.mode"), "")
        looks = self.browser(token="0" * 32)
        self.assertIn("may only look", self.ask(looks, "drive throttle=1"))
        self.run_rig("m2_four_bar.yaml", "b")
        self.chromium.js("0")
        self.seen("the other one", "[...document.querySelectorAll('#instances button')].some(b => b.textContent.endsWith('b'))")
        self.chromium.js("[...document.querySelectorAll('#instances button')].find(b => b.textContent.endsWith('b')).click()")
        self.shown("b")
        self.assertTrue(self.chromium.js(self.panel("drive.board.hidden", "b")))


if __name__ == "__main__":
    if not browser.CHROMIUM:
        sys.exit(77)
    unittest.main()
