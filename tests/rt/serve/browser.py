#!/usr/bin/env python3
# test: serve.browser full browser skip=77 env=CHANGED_LOG=@changed_log -- @tactus
"""The page in a real browser: headless Chromium, driven by its own protocol.
  browser.py TACTUS        ends with 77 where there is no chromium
"""

import base64
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import running  # noqa: E402
import serve  # noqa: E402
from running import TACTUS  # noqa: E402
from websocket import WebSocket, get  # noqa: E402

CHROMIUM = shutil.which("chromium")


class Chromium:
    def __init__(self, folder):
        self.process = subprocess.Popen(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader", "--remote-debugging-port=0", "--window-size=1200,1400", "--no-first-run",
             f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        place = pathlib.Path(folder) / "DevToolsActivePort"
        end = time.monotonic() + running.PATIENCE
        while not (place.exists() and "\n" in place.read_text()):
            assert time.monotonic() < end and self.process.poll() is None, "chromium does not start"
            time.sleep(0.05)
        port = int(place.read_text().split()[0])
        pages = [t for t in json.loads(get(port, "/json/list")[2]) if t["type"] == "page"]
        self.socket = WebSocket(port, pages[0]["webSocketDebuggerUrl"].split(str(port), 1)[1], protocol=None, timeout=60)
        self.number = 0
        self.events = []
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Network.enable")
        self.call("Log.enable")

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            m = json.loads(self.socket.receive())
            if m.get("id") == self.number:
                assert "error" not in m, m
                return m["result"]
            self.events.append(m)

    def js(self, expression):
        r = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in r, (expression, r["exceptionDetails"])
        return r["result"].get("value")

    def key(self, key, text=None, code=None):
        how = {"key": key, **({"code": code} if code else {})}
        self.call("Input.dispatchKeyEvent", type="keyDown", **how, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **how)

    def picture(self):
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def close(self):
        self.socket.close()
        self.process.kill()
        self.process.wait()


class InBrowser(serve.Served):
    def setUp(self):
        super().setUp()
        self.folder = self.work.with_name(self.work.name + "-chromium")
        self.folder.mkdir()
        self.chromium = Chromium(self.folder)

    def tearDown(self):
        self.chromium.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        super().tearDown()

    def page(self):
        self.chromium.call("Page.navigate", url=f"http://127.0.0.1:{self.port}/#{self.token}")
        self.seen("the page", "window.tactus !== undefined")

    def seen(self, what, expression):
        self.until(what, lambda: self.chromium.js(expression))

    def panel(self, rest, suffix=""):
        return f"tactus.panels.get({json.dumps(self.name + suffix)}).{rest}"

    def shown(self, suffix=""):
        self.seen("a picture", f"tactus.panels.has({json.dumps(self.name + suffix)}) && "
                               f"{self.panel('last', suffix)} && {self.panel('view.placed', suffix)}")

    def value(self, name):
        return float(subprocess.run([TACTUS, "get", self.name, name], capture_output=True,
                                    text=True).stdout.split()[0])

    def press(self, verb):
        self.chromium.js(f"document.querySelector('[data-verb={verb}]').click()")

    def calls(self, kinds):
        """Draw calls: each kind of solids and the bars, and their shadows; floor, grid, axes, trails, two of arrows."""
        return 2 * (kinds + 1) + 6

    def agree(self):
        self.chromium.js("document.querySelector('[data-answer=yes]').click()")

    def state(self, state):
        self.seen(state, f"{self.panel('state.textContent')} === '{state}'")


class Browser(InBrowser):
    def test_it_moves_and_pauses_where_the_executive_is(self):
        self.run_rig()
        self.serve()
        self.page()
        self.shown()
        first = self.chromium.picture()
        step = self.chromium.js(self.panel("last.step"))
        self.seen("steps", self.panel(f"last.step > {step + 100}"))
        self.assertNotEqual(self.chromium.picture(), first)
        calls, triangles = self.chromium.js(f"[{self.panel('view.renderer.info.render.calls')}, "
                                            f"{self.panel('view.renderer.info.render.triangles')}]")
        kinds = self.chromium.js(self.panel("view.groups.length"))
        self.assertTrue(0 < calls <= self.calls(kinds) and triangles > 100, (calls, triangles))
        self.press("pause")
        self.state("paused")
        self.seen("the pause", self.panel("last.runState === 1") + " && " + self.panel("last.poseStep") + " === " +
                  self.panel("last.step"))
        at = self.chromium.js(self.panel("sceneText.bodies.indexOf('chassis')"))
        matrix = self.chromium.js(f"Array.from({self.panel(f'view.body[{at}].elements')})")
        x, y, z, e0, e1, e2, e3 = (self.value(f"chassis.{n}") for n in ("x", "y", "z", "e0", "e1", "e2", "e3"))
        for a, b in zip(matrix[12:15], (x, y, z)):
            self.assertAlmostEqual(a, b, delta=1e-6)
        # columns of the rotation
        for a, b in zip(matrix[0:3], (1 - 2 * (e2 * e2 + e3 * e3), 2 * (e1 * e2 + e0 * e3), 2 * (e1 * e3 - e0 * e2))):
            self.assertAlmostEqual(a, b, delta=1e-6)
        before = self.chromium.js(self.panel("last.step"))
        self.chromium.js("document.activeElement.blur()")
        self.chromium.key(".", ".")
        self.seen("a step by a key", self.panel(f"last.step === {before + 1}"))
        self.chromium.key(" ", " ", "Space")
        self.state("running")

    def test_search_charts_and_the_stop(self):
        run = self.start("run", self.rig("exchange.yaml"))
        io = self.attach(command=True)
        self.serve()
        self.page()
        self.shown()
        self.seen("who commands", self.panel("counts.textContent.includes(' 1 commanding client')"))
        names = self.chromium.js(self.panel("values.map(v => v.name)"))
        command = self.chromium.js(self.panel("values.find(v => v.commanded)?.name"))
        self.assertIsNotNone(command, names)
        self.chromium.js(self.panel("search.focus()"))
        self.chromium.call("Input.insertText", text=command)
        visible = self.chromium.js(self.panel("rows.filter(r => !r.row.hidden).map(r => r.v.name)"))
        self.assertIn(command, visible)
        self.assertTrue(self.chromium.js(self.panel("rows.every(r => r.row.hidden || r.row.checkVisibility())")))
        self.assertLess(len(visible), len(names))
        self.assertTrue(all(command in v for v in visible))
        self.chromium.js(self.panel(f"rows.find(r => r.v.name === {json.dumps(command)}).box.click()"))
        old = self.value(command)
        self.seen("a chart", self.panel("charts.length === 1") + " && " + self.panel("charts[0].time.length > 10"))
        self.seen("that value in the chart", f"Math.abs({self.panel('charts[0].most[0].at(-1)')} - {old!r}) < 1e-9")
        # a step that is commanded is drawn: the old value, then the new one
        least, most = self.panel("charts[0].least[0]"), self.panel("charts[0].most[0]")
        io.set(command, old + 10)
        io.send()
        self.seen("the step", f"{least}.at(-1) === {old + 10!r} && {most}[0] === {old!r}")
        step = self.chromium.js(f"Array.from({most})")
        self.assertEqual(step, sorted(step), "one step up, and nothing else")
        self.assertGreater(self.chromium.js(self.panel("histograms.querySelectorAll('rect').length")), 10)
        self.press("stop")
        self.agree()
        self.assertEqual(run.wait(60), 0)
        self.state("gone")

    def test_inputs_by_a_slider_and_who_wrote_them(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        tuner = self.panel("tuner")
        self.assertFalse(self.chromium.js(f"{tuner}.root.hidden"))
        self.chromium.js(f"{tuner}.root.querySelector('summary').click()")
        row = f"{tuner}.rows.get('front_left')"
        self.seen("inputs and parameters", f"{row} !== undefined && {tuner}.rows.size > 40")
        self.assertEqual(self.chromium.js(f"[{row}.slider.min, {row}.slider.max].map(Number)"), [-50, 50], "mm")
        self.chromium.js(f"(() => {{ const s = {row}.slider; for (const x of [1, 10, 20])"
                         " { s.value = String(x); s.dispatchEvent(new Event('input')); } })()")
        self.until("the input", lambda: abs(self.value("front_left") - 20.0) < 1e-9)
        self.seen("by whom", f"{row}.holder.textContent === 'written here' && {row}.number.value === '20'")
        # a parameter by its number
        stiff = f"{tuner}.rows.get('front_left/spring.stiffness')"
        self.chromium.js(f"(() => {{ {stiff}.number.value = '150000'; "
                         f"{stiff}.number.dispatchEvent(new Event('change')); }})()")
        self.until("the parameter", lambda: serve.ctl(self.name, "read", "front_left/spring.stiffness").stdout.strip() ==
                   "150000")
        # another browser takes it, and this one sees that
        other = self.browser()
        self.assertEqual(self.ask(other, "write front_left=-0.01"), "ok")
        self.seen("the other one", f"{row}.holder.textContent === 'written by browser {self.hello['you']}' && "
                                   f"Number({row}.slider.value) === -10")
        # what is refused is said
        self.chromium.js(f"(() => {{ {stiff}.number.value = '-1'; {stiff}.number.dispatchEvent(new Event('change')); }})()")
        self.seen("the refusal", self.panel("told.textContent.includes('error')"))
        self.assertEqual(self.chromium.js(f"[{stiff}.number, {stiff}.slider].map(e => Number(e.value))")[0], 150000,
                         "what it has is shown")
        # who may only look has none of it
        self.token = "0" * 32
        self.chromium.call("Page.navigate", url="about:blank")
        self.page()
        self.shown()
        self.assertTrue(self.chromium.js(f"{tuner}.root.hidden"))

    def test_pendulum_and_hexapod_move(self):
        for suffix, model in ("a", "m1_spatial_double_pendulum.yaml"), ("b", "p3_hexapod.yaml"):
            self.run_rig(model, suffix)
        self.serve()
        self.page()
        self.shown("a")
        self.chromium.js("[...document.querySelectorAll('#instances button')].find(b => "
                         "b.getAttribute('aria-pressed') === 'false').click()")
        self.shown("b")
        for suffix in "ab":
            before = self.chromium.js(f"Array.from({self.panel('last.poses', suffix)})")
            picture = self.chromium.picture()
            step = self.chromium.js(self.panel("last.step", suffix))
            self.seen("steps", self.panel(f"last.step > {step + 100}", suffix))
            self.assertNotEqual(self.chromium.picture(), picture)
            after = self.chromium.js(f"Array.from({self.panel('last.poses', suffix)})")
            self.assertEqual(len(after), 7 * self.chromium.js(self.panel("sceneText.bodies.length", suffix)))
            self.assertTrue(any(abs(a - b) > 1e-6 for a, b in zip(before, after)), suffix)
            self.assertEqual(serve.ctl(self.name + suffix, "pause").returncode, 0)
            self.seen("the pause", self.panel("last.runState === 1", suffix) + " && " +
                      self.panel("last.poseStep", suffix) + " === " + self.panel("last.step", suffix))
            # what `tactus get` says of a body is how it is drawn
            body, sensor = {"a": ("B", "tip"), "b": ("platform", "platform")}[suffix]
            at = self.chromium.js(self.panel(f"sceneText.bodies.indexOf('{body}')", suffix))
            drawn = self.chromium.js(f"Array.from({self.panel(f'view.body[{at}].elements', suffix)})")
            e0, e1, e2, e3 = (float(subprocess.run([TACTUS, "get", self.name + suffix, f"{sensor}.e{k}"],
                                                   capture_output=True, text=True).stdout.split()[0]) for k in range(4))
            for a, b in zip(drawn[0:3], (1 - 2 * (e2 * e2 + e3 * e3), 2 * (e1 * e2 + e0 * e3), 2 * (e1 * e3 - e0 * e2))):
                self.assertAlmostEqual(a, b, delta=1e-6)
            self.assertNotAlmostEqual(e0, 1.0, delta=1e-9)

    def test_a_motion_is_scrubbed_to_a_step_and_plays(self):
        model = f"{running.ROOT}/config/models/vehicle.yaml"
        table = self.work / "sensors.csv"
        subprocess.run([TACTUS, "sim", model, "--duration", "1", "--sensors", str(table), "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        with open(table) as f:
            rows = list(csv.reader(f))
        at = [c.split(" ")[0] for c in rows[0]].index("chassis.z")
        log = self.work / "vehicle.tlog"
        subprocess.run([TACTUS, "sim", model, "--duration", "1", "--record", str(log), "--quiet"], check=True)
        for what in (str(log),), (model, "--duration", "1"):
            self.port = running.free_port()
            self.chromium.call("Page.navigate", url="about:blank")
            self.scrub(rows, at, *what)

    def scrub(self, rows, at, *what):
        self.serve(*what, command="view")
        self.page()
        panel = "tactus.panels.get('vehicle')"
        self.seen("the whole motion", f"tactus.panels.has('vehicle') && ['computed', 'recorded'].includes({panel}.state.textContent)")
        z = f"{panel}.last.values[{panel}.values.find(v => v.name === 'chassis.z').index]"
        for step in (700, 3):
            self.chromium.js(f"(() => {{ const s = {panel}.player.slider; s.value = '{step}';"
                             " s.dispatchEvent(new Event('input')); })()")
            self.seen("that step", f"{panel}.last?.step === {step}")
            self.assertEqual(self.chromium.js(z), float(rows[1 + step][at]))
        chassis = f"[...{panel}.names.root.querySelectorAll('summary')].find(s => s.textContent.startsWith('chassis '))"
        row = f"{panel}.rows.find(r => r.v.name === 'chassis.z').row"
        self.assertFalse(self.chromium.js(f"{row}.checkVisibility()"), "in a branch that is closed")
        self.chromium.js(f"{chassis}.click()")
        self.assertTrue(self.chromium.js(f"{row}.checkVisibility() && {chassis}.parentElement.contains({row})"))
        self.seen("its value in the list", f"{panel}.rows.find(r => r.v.name === 'chassis.z').shown.textContent === "
                                           f"({z}).toPrecision(6)")
        self.chromium.js(f"(() => {{ const s = {panel}.player.step; s.value = '450';"
                         " s.dispatchEvent(new Event('change')); })()")
        self.seen("a step by its number", f"{panel}.last.step === 450")
        first = self.chromium.picture()
        self.chromium.js("document.activeElement.blur()")
        self.chromium.key(" ", " ", "Space")
        self.seen("that it plays to its end", f"{panel}.last.step === {len(rows) - 2}")
        self.assertNotEqual(self.chromium.picture(), first)
        # at a hundredth of the speed a second takes a hundred
        self.chromium.js(f"window.begun = performance.now(), {panel}.player.speed.value = '0.01', {panel}.player.jump(0), "
                         f"{panel}.player.toggle()")
        self.seen("that it moves", f"{panel}.last.step > 3")
        step, passed = self.chromium.js(f"[{panel}.player.at, (performance.now() - begun) / 1000]")
        self.assertLessEqual(step, 10 * passed + 1)

    def test_places_of_bodies_are_charted_without_sensors(self):
        model = self.work / "bare.yaml"
        model.write_text("bodies: [{name: arm, mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}]\n")
        self.serve(str(model), "--duration", "1", command="view")
        self.page()
        panel = "tactus.panels.get('bare')"
        self.seen("the whole motion", f"tactus.panels.has('bare') && ['computed', 'recorded'].includes({panel}.state.textContent)")
        self.chromium.js(f"{panel}.rows.find(r => r.v.name === 'arm.x').box.click()")
        self.chromium.js(f"{panel}.player.jump(500)")
        self.seen("its place in the chart", f"Math.abs({panel}.charts[0].most[0][500] - {panel}.last.time) < 1e-9 && "
                                            f"{panel}.last.step === 500")

    def test_forces_are_arrows_with_values(self):
        model = self.work / "forces.yaml"
        model.write_text(serve.FORCES)
        self.serve(str(model), "--duration", "3", command="view")
        self.page()
        panel = "tactus.panels.get('forces')"
        self.seen("the whole motion", f"tactus.panels.has('forces') && ['computed', 'recorded'].includes({panel}.state.textContent)")
        self.chromium.js(f"{panel}.player.jump(2900)")
        self.seen("that step", f"{panel}.last?.step === 2900")
        plain = self.chromium.picture()
        self.chromium.js("document.activeElement.blur()")
        self.chromium.key("f", "f")
        self.seen("arrows", f"{panel}.forces.getAttribute('aria-pressed') === 'true' && "
                            f"{panel}.view.forces.shafts.count >= 4")
        self.assertNotEqual(self.chromium.picture(), plain)
        # the floor carries 3 kg, and says so where the ball touches it
        f = self.chromium.js(f"Array.from({panel}.last.forces)")
        self.assertAlmostEqual(f[6 * 3 + 2], 3 * 9.80665, delta=0.1)
        self.seen("its value", f"[...{panel}.labels.querySelectorAll('span')].some(l => l.textContent === 'floor 29.4 N')")
        tip = self.chromium.js(f"(() => {{ const t = {panel}.view.forces.tips.find(t => t.text.startsWith('floor')).at;"
                               " return [t.x, t.y, t.z]; })()")
        # the largest of its kind has the length that the line below the picture names: half the radius of what moves
        largest = self.chromium.js(f"{panel}.view.forces.scales.get('contact 0')")
        length = 0.5 * self.chromium.js(f"{panel}.view.radius") * f[20] / largest
        for a, b in zip(tip, (5, 0, length)):
            self.assertAlmostEqual(a, b, delta=0.001)
        self.assertIn("an arrow of", self.chromium.js(f"{panel}.legend.textContent"))
        self.chromium.key("]", "]")
        self.seen("a longer one", f"Math.abs({panel}.view.forces.tips.find(t => t.text.startsWith('floor')).at.z - "
                                  f"{1.25 * length}) < 0.001")
        # charted as other values are
        self.chromium.js(f"{panel}.rows.find(r => r.v.name === 'pivot fz').box.click()")
        self.chromium.js(f"{panel}.player.jump(2950)")
        at = f"{panel}.charts[0].time.findLastIndex(t => t <= {panel}.last.time)"
        self.seen("its chart", f"{panel}.charts[0].most[0][{at}] >= {panel}.last.forces[2] && {panel}.last.step === 2950 && "
                               f"{panel}.charts[0].least[0][{at}] <= {panel}.last.forces[2]")
        self.chromium.key("f", "f")
        self.seen("none", f"{panel}.labels.querySelectorAll('.layer span:not([hidden])').length === 0 && {panel}.view.forces.shafts.visible && "
                          f"!{panel}.view.forces.group.visible")

    def test_models_of_odd_sizes(self):
        pendulum = ("bodies:\n  - {{name: a, mass: {m}, inertia: [{i}, {i}, {i}], position: [{l}, 0, 0]}}\njoints:\n"
                    "  - {{name: j, type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}}\n")
        far = "bodies:\n" + "".join(f"  - {{name: {n}, mass: 1, inertia: [1, 1, 1], position: [1e7, {y}, 0]}}\n"
                                    for n, y in (("a", "1e7"), ("b", "10000001")))
        for name, text in (("tiny", pendulum.format(m=1e-9, i=1e-20, l=1e-6)),
                           ("huge", pendulum.format(m=1e9, i=1e15, l=1e6)), ("far", far)):
            model = self.work / f"{name}.yaml"
            model.write_text(text)
            self.port = running.free_port()
            self.serve(str(model), "--duration", "0.5", command="view")
            self.chromium.call("Page.navigate", url="about:blank")
            self.page()
            panel = f"tactus.panels.get('{name}')"
            self.seen("the whole motion", f"tactus.panels.has('{name}') && ['computed', 'recorded'].includes({panel}.state.textContent)")
            self.chromium.js(f"{panel}.toggleForces(); {panel}.player.jump(100)")
            self.seen("that step", f"{panel}.last?.step === 100 && !{panel}.view.dirty")
            # it fills some of the picture: from the eye the mechanism is within its size, and drawn near 0
            size = self.chromium.js(f"{panel}.sceneText.size")
            eye = self.chromium.js(f"{panel}.view.camera.position.distanceTo({panel}.view.controls.target)")
            self.assertTrue(0.3 * size < eye < 20 * size, (name, eye, size))
            places = self.chromium.js(f"Array.from({panel}.view.groups[0].mesh.instanceMatrix.array)")
            self.assertLess(max(abs(x) for x in places[12:15]), 20 * size)
            said = self.chromium.js(f"{panel}.legend.textContent")
            self.assertNotIn("N m", said, "what is but rounding is no torque")
            self.assertEqual("exerts" in said, name == "far")

    def test_a_hundred_bodies_are_few_draw_calls(self):
        self.serve("config/models/m3_chain_128.yaml", "--duration", "0.2", command="view")
        self.page()
        panel = "tactus.panels.get('m3_chain_128')"
        self.seen("the whole motion", f"tactus.panels.has('m3_chain_128') && ['computed', 'recorded'].includes({panel}.state.textContent)")
        self.seen("a picture", f"{panel}.view.placed && {panel}.view.renderer.info.render.calls > 0")
        self.assertEqual(self.chromium.js(f"{panel}.sceneText.bodies.length"), 128)
        self.chromium.js(f"{panel}.toggleForces(); {panel}.toggleTrails(); {panel}.player.jump(10)")
        self.seen("that step", f"{panel}.last.step === 10 && !{panel}.view.dirty")
        self.assertLessEqual(self.chromium.js(f"{panel}.view.renderer.info.render.calls"), 10)
        triangles = self.chromium.js(f"{panel}.view.renderer.info.render.triangles")
        self.assertTrue(128 * 100 < triangles < 128 * 800, triangles)

    def test_dark_light_and_a_phone(self):
        self.run_rig()
        self.chromium.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
        self.chromium.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.serve()
        self.page()
        self.shown()

        def paper():
            return self.chromium.js("getComputedStyle(document.body).backgroundColor")
        dark = paper()
        self.chromium.js("document.getElementById('theme').click()")
        light = paper()
        self.assertNotEqual(dark, light)
        self.chromium.js("document.activeElement.blur()")
        self.chromium.key("d", "d")
        self.assertEqual(paper(), dark)
        # charts that are there change with the page
        self.chromium.js(self.panel("rows[0].box.click()"))
        ink = self.panel("charts[0].plot.axes[0].stroke()")
        in_the_dark = self.chromium.js(ink)
        self.assertEqual(in_the_dark, self.chromium.js("getComputedStyle(document.body).color"))
        self.chromium.key("d", "d")
        self.assertNotEqual(self.chromium.js(ink), in_the_dark)
        self.chromium.js(self.panel("rows[0].box.click()"))
        self.chromium.key("d", "d")
        # nothing is wider than the phone, and a finger turns the mechanism and does not scroll
        self.chromium.js(self.panel("rows[0].box.click()"))
        self.seen("a chart", self.panel("charts.length === 1"))
        self.assertLessEqual(self.chromium.js("document.documentElement.scrollWidth"), 360)
        wide = self.chromium.js("[...document.querySelectorAll('main *')].filter(e => !e.closest('.labels') && "
                                "e.getBoundingClientRect().right > 361).map(e => e.tagName + '.' + e.className)")
        self.assertEqual(wide, [])
        before = self.chromium.js(self.panel("view.camera.position.toArray()"))
        x, y = self.chromium.js("(() => { const c = document.querySelector('canvas'); c.scrollIntoView({block: 'center'});"
                                " const r = c.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        self.chromium.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for k in range(1, 6):
            self.chromium.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + 10 * k, "y": y}])
        self.chromium.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.seen("that it turned", f"Math.hypot(...{self.panel('view.camera.position.toArray()')}.map((v, i) => "
                                    f"v - {json.dumps(before)}[i])) > 0.1")

    def test_a_body_is_followed_and_leaves_a_trail(self):
        self.view_of("walkers", "bodies:\n  - {name: still, mass: 1, inertia: [1, 1, 1]}\n"
                     "  - {name: walker, mass: 1, inertia: [1, 1, 1], position: [0, 1, 0], velocity: [2, 0, 0]}\n"
                     "gravity: [0, 0, 0]\n")
        panel = "tactus.panels.get('walkers')"
        self.jump(panel, 10)
        target, eye = f"{panel}.view.controls.target.toArray()", f"{panel}.view.camera.position.toArray()"
        self.chromium.js(f"(() => {{ const s = {panel}.body; s.value = [...s.options].find(o => o.text === 'follow walker').value;"
                         " s.dispatchEvent(new Event('change')); })()")
        before = self.chromium.js(f"[...{target}, ...{eye}]")
        self.jump(panel, 510)
        for a, b, moved in zip(self.chromium.js(f"[...{target}, ...{eye}]"), before, (1, 0, 0, 1, 0, 0)):
            self.assertAlmostEqual(a - b, moved, delta=1e-9)
        # the mouse turns the picture around what is looked at
        before = self.chromium.js(f"[...{target}, ...{eye}]")
        x, y = self.chromium.js("(() => { const r = document.querySelector('.stage canvas').getBoundingClientRect();"
                                " return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind, by in ("mousePressed", 0), ("mouseMoved", 40), ("mouseMoved", 80), ("mouseReleased", 80):
            self.chromium.call("Input.dispatchMouseEvent", type=kind, x=x + by, y=y, button="left", buttons=1, clickCount=1)
        self.seen("that it turned", f"Math.hypot(...{eye}.map((v, i) => v - {json.dumps(before[3:])}[i])) > 0.1")
        for a, b in zip(self.chromium.js(target), before):
            self.assertAlmostEqual(a, b, delta=1e-9)
        # trails: a line from where each body was to where it is
        self.chromium.key("t", "t")
        self.assertEqual(self.chromium.js(f"{panel}.trails.getAttribute('aria-pressed')"), "true")
        plain = self.chromium.picture()
        for row in 600, 700, 900:
            self.jump(panel, row)
        ends = self.chromium.js(f"(() => {{ const g = {panel}.view.trail.lines.geometry;"
                                " return Array.from(g.attributes.position.array.slice(0, 3 * g.drawRange.count)); })()")
        self.assertEqual(len(ends), 3 * 2 * 2 * 3, "three pictures of two bodies, two ends each")
        walked = [ends[i:i + 6] for i in range(6, len(ends), 12)]
        for (a, _, _, b, y, _), from_x, to_x in zip(walked, (1.02, 1.2, 1.4), (1.2, 1.4, 1.8)):
            for x, wanted in ((a, from_x), (b, to_x), (y, 1)):
                self.assertAlmostEqual(x, wanted, delta=1e-6)
        self.assertNotEqual(self.chromium.picture(), plain)
        self.chromium.js("document.activeElement.blur()")
        self.chromium.key("t", "t")
        self.assertEqual(self.chromium.js(f"{panel}.view.trail.lines.geometry.drawRange.count"), 0)

    def view_of(self, name, text, *options):
        model = self.work / f"{name}.yaml"
        model.write_text(text)
        self.serve(str(model), "--duration", "1", *options, command="view")
        self.page()
        panel = f"tactus.panels.get('{name}')"
        self.seen("the whole motion", f"tactus.panels.has('{name}') && ['computed', 'recorded'].includes({panel}.state.textContent)")

    def jump(self, panel, row):
        self.chromium.js(f"{panel}.player.jump({row})")
        self.seen("that step", f"{panel}.last?.step === {row}")

    def test_a_thousand_bodies(self):
        self.view_of("many", "bodies:\n" + "".join(
            f"  - {{name: b{i}, mass: 1, inertia: [1, 1, 1], position: [{i}, 0, 0]}}\n" for i in range(1000)),
            "--dt", "10 ms")
        panel = "tactus.panels.get('many')"
        self.jump(panel, 3)
        self.chromium.js(f"{panel}.toggleTrails()")
        self.jump(panel, 4)
        self.assertEqual(self.chromium.js(f"{panel}.view.trail.lines.geometry.drawRange.count"), 2000)
        self.assertLessEqual(self.chromium.js(f"{panel}.view.renderer.info.render.calls"), 10)
        bad = [e for e in self.chromium.events if e["method"] == "Runtime.exceptionThrown"]
        self.assertEqual(bad, [])

    def test_charts_are_zoomed_and_held(self):
        self.run_rig()
        self.serve()
        self.page()
        self.shown()
        self.chromium.js(self.panel("rows.find(r => r.v.name === 'chassis.z').box.click()"))
        chart = self.panel("charts[0]")
        scale, length = f"[{chart}.plot.scales.x.min, {chart}.plot.scales.x.max]", f"{chart}.time.length"
        self.seen("a chart", f"{chart}?.time.length > 20")

        def button(text):
            buttons = "[...document.querySelectorAll('.strip button')]"
            self.chromium.js(f"{buttons}.find(b => b.textContent === '{text}').click()")
        # by the mouse: the part that was drawn over, which stays while frames come
        button("hold")
        self.seen("that it rests", f"!{chart}.fresh")
        low, high = self.chromium.js(scale)
        x, y, width = self.chromium.js(
            "(() => { const o = document.querySelector('.u-over'); o.scrollIntoView({block: 'center'});"
            " const r = o.getBoundingClientRect(); return [r.x, r.y + r.height / 2, r.width]; })()")
        for kind, part in ("mousePressed", 0.25), ("mouseMoved", 0.5), ("mouseReleased", 0.5):
            self.chromium.call("Input.dispatchMouseEvent", type=kind, x=x + part * width, y=y, button="left", buttons=1,
                               clickCount=1)
        self.seen("the zoom", f"{chart}.zoomed && {chart}.plot.scales.x.min > {low!r}")
        seen = self.chromium.js(scale)
        for a, part in zip(seen, (0.25, 0.5)):
            self.assertAlmostEqual(a, low + part * (high - low), delta=0.03 * (high - low))
        # held: frames come and the chart does not
        count, step = self.chromium.js(length), self.chromium.js(self.panel("last.step"))
        self.seen("frames", self.panel(f"last.step > {step + 100}"))
        self.assertEqual(self.chromium.js(length), count)
        button("go on")
        self.seen("more", f"{length} > {count + 10} && !{chart}.fresh")
        self.assertEqual(self.chromium.js(scale), seen, "what is looked at stays")
        button("whole")
        self.seen("all of it", f"{chart}.plot.scales.x.min < {seen[0]!r} && {chart}.plot.scales.x.max > {high!r}")
        # without a mouse
        button("hold")
        self.seen("that it rests", f"!{chart}.fresh")
        low, high = self.chromium.js(scale)
        button("nearer")
        self.seen("the later half", f"Math.abs({chart}.plot.scales.x.min - {(low + high) / 2!r}) < 1e-9 && "
                                    f"{chart}.plot.scales.x.max === {high!r}")

    def test_run_control(self):
        self.start("run", self.rig("exchange.yaml", policy="kind: count, bucket: 0, rearm: true"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        self.press("pause")
        self.state("paused")
        self.seen("the pause", self.panel("last.runState === 1"))
        step = self.chromium.js(self.panel("last.step"))
        self.press("step")
        self.seen("one step", self.panel(f"last.step === {step + 1}"))
        self.press("reset")
        self.seen("the start", self.panel(f"last.step < {step}"))
        self.press("resume")
        self.state("running")
        self.press("safe")
        self.agree()
        self.state("safe")
        self.press("rearm")
        self.state("paused")
        self.press("resume")
        self.state("running")

    def test_misses_are_told_by_their_cause(self):
        run = self.run_rig()
        self.serve()
        self.page()
        self.shown()
        self.seen("counts", self.panel("counts.textContent.includes(' cycles, ')"))
        run.send_signal(signal.SIGSTOP)
        step = self.chromium.js(self.panel("last.step"))
        self.seen("that it stands still", f"new Promise(done => setTimeout(() => done({self.panel('last.step')}), 100))"
                                          f".then(at => at === {self.panel('last.step')})")
        run.send_signal(signal.SIGCONT)
        self.seen("frames", self.panel(f"last.step > {step}"))
        self.seen("misses", f"/ [1-9]\\d* missed \\(.*woken late [1-9]\\d*/.test({self.panel('counts.textContent')})")

    def test_what_a_chart_saves(self):
        self.run_rig()
        self.serve()
        self.page()
        self.shown()
        self.chromium.js(self.panel("rows.find(r => r.v.name === 'chassis.z').box.click()"))
        self.seen("a chart", self.panel("charts[0]?.time.length > 20"))
        self.chromium.js("[...document.querySelectorAll('.strip button')].find(b => b.textContent === 'hold').click()")
        legend = self.chromium.js("document.querySelector('.chip').textContent")
        self.assertRegex(legend, r"^chassis\.z 0\.\d+( … 0\.\d+)? m×$")
        self.chromium.js("URL.createObjectURL = (blob) => { window.saved = blob; return 'data:text/csv,'; }")
        self.chromium.js("[...document.querySelectorAll('.strip button')].find(b => b.textContent === 'CSV').click()")
        text = self.chromium.js("saved.text()")
        rows = list(csv.reader(text.splitlines()))
        self.assertEqual(rows[0], ["t [s]", "chassis.z least [m]", "chassis.z largest [m]"])
        self.assertEqual(len(rows) - 1, self.chromium.js(self.panel("charts[0].time.length")))
        times = [float(r[0]) for r in rows[1:]]
        self.assertEqual(times, sorted(times))
        self.assertTrue(all(0.3 < float(r[1]) <= float(r[2]) < 1 for r in rows[1:]))

    def test_jumps_to_misses_and_where_a_replay_diverges(self):
        log, changed = self.work / "sim.tlog", self.work / "changed.tlog"
        subprocess.run([TACTUS, "sim", f"{running.ROOT}/config/models/vehicle.yaml", "--duration", "0.1", "--record",
                        str(log), "--quiet"], check=True)
        subprocess.run([os.environ["CHANGED_LOG"], str(log), str(changed), "70"], check=True)
        self.serve(str(changed), command="view")
        self.page()
        panel = "tactus.panels.get('changed')"
        self.seen("the end", f"tactus.panels.has('changed') && {panel}.state.textContent === 'diverged'")
        self.chromium.js(f"{panel}.player.apart.click()")
        self.seen("where it diverges", f"[69, 70].includes({panel}.last?.step)")
        self.assertIn("step 70", self.chromium.js(f"{panel}.band.line.textContent"))
        self.assertTrue(self.chromium.js(f"{panel}.player.miss.disabled"), "nothing was missed")
        # a recording with misses
        late, rig = self.work / "late.tlog", self.work / "late.yaml"
        rig.write_text(f"name: {self.name}\nmodel: {running.ROOT}/config/models/m3_chain_128.yaml\nstep: 10 us\n"
                       "policy: {kind: count, bucket: 0}\nwatchdog: 60 s\n")
        self.start("run", str(rig), "--record", str(late), "--duration", "0.004").wait(60)
        self.port = running.free_port()
        self.serve(str(late), command="view")
        self.chromium.call("Page.navigate", url="about:blank")
        self.page()
        panel = "tactus.panels.get('late')"
        self.seen("misses", f"tactus.panels.has('late') && {panel}.player?.whole && !{panel}.player.miss.disabled && "
                            f"{panel}.last !== undefined")
        first = self.chromium.js(f"{panel}.last.step")
        self.chromium.js(f"{panel}.player.miss.click()")
        self.seen("the next miss", f"{panel}.last.step > {first}")

    def test_a_server_of_another_version_is_said(self):
        self.serve()
        self.chromium.call("Page.addScriptToEvaluateOnNewDocument", source="""
            const parse = JSON.parse;
            JSON.parse = (text) => { const m = parse(text); if (m?.type === 'hello') { m.protocol = 99; } return m; };""")
        self.page()
        self.seen("that", "document.getElementById('link').textContent.includes('another version')")
        self.assertEqual(self.chromium.js("document.querySelector('#link button').textContent"), "load its page")
        self.assertTrue(self.chromium.js("tactus.link.ended"))

    def test_the_server_and_the_instance_come_back(self):
        run = self.run_rig()
        self.serve()
        self.page()
        self.shown()
        run.kill()
        run.wait()
        self.state("gone")
        run = self.run_rig()
        self.state("running")
        self.server.kill()
        self.server.wait()
        self.seen("that the server is gone", "document.getElementById('link').textContent.includes('gone')")
        self.serve()
        self.seen("that it is there again", "document.getElementById('link').textContent.includes('may look')")
        step = self.chromium.js(self.panel("last.step"))
        self.seen("frames", self.panel(f"last.step > {step + 50}"))
        # another machine under the same name
        bodies = self.panel("sceneText.bodies")
        self.assertIn("chassis", self.chromium.js(bodies))
        self.chromium.js(f"(() => {{ const s = {self.panel('body')}; s.value = s.options[s.options.length - 1].value;"
                         " s.dispatchEvent(new Event('change')); })()")
        run.kill()
        run.wait()
        self.state("gone")
        self.run_rig("m1_spatial_double_pendulum.yaml")
        self.seen("its bodies", f"!{bodies}.includes('chassis') && {self.panel('view.body.length')} === 2")
        self.shown()
        self.state("running")
        values = self.chromium.js(self.panel("values.map(v => v.name)"))
        self.assertFalse([v for v in values if "chassis" in v], values)
        self.assertEqual(self.chromium.js(f"[{self.panel('body.value')}, {self.panel('view.follow')}]"), ["-2", -2])
        step = self.chromium.js(self.panel("last.step"))
        self.seen("frames", self.panel(f"last.step > {step + 50}"))
        bad = [e for e in self.chromium.events if e["method"] == "Runtime.exceptionThrown"]
        self.assertEqual(bad, [])

    def test_what_runs_is_shown_first_and_not_what_a_dead_one_left(self):
        dead = self.run_rig()
        dead.kill()
        dead.wait()
        self.serve(self.name, self.name + "b", self.name + "c")  # whatever others have left on this machine
        self.page()
        self.seen("the dead one, there is nothing else", f"tactus.panels.has({json.dumps(self.name)})")
        self.state("gone")
        self.run_rig("vehicle.yaml", "b")
        self.shown("b")
        self.assertEqual(self.chromium.js("[...tactus.panels.keys()]"), [self.name + "b"])
        self.page()
        self.shown("b")
        self.assertEqual(self.chromium.js("[...tactus.panels.keys()]"), [self.name + "b"])
        # chosen by somebody it stays, dead or not
        self.chromium.js(f"[...document.querySelectorAll('#instances button')]"
                         f".find((b) => b.textContent === {json.dumps(self.name)}).click()")
        self.state("gone")
        self.run_rig("m1_spatial_double_pendulum.yaml", "c")
        self.seen("the new one in the list", f"document.getElementById('instances').textContent.includes('{self.name}c')")
        self.assertEqual(self.chromium.js("[...tactus.panels.keys()]"), [self.name + "b", self.name])

    def test_nothing_is_complained_about_and_keys_reach_all(self):
        self.run_rig()
        self.run_rig("vehicle.yaml", "b")
        self.serve()
        self.page()
        self.shown()
        self.chromium.js(f"[...document.querySelectorAll('#instances button')].find(b => "
                         f"b.getAttribute('aria-pressed') === 'false').click()")
        self.shown("b")
        self.chromium.js("document.querySelectorAll('summary').forEach(s => s.click())")
        for suffix in ("", "b"):
            self.seen("inputs and parameters", self.panel("tuner.rows.size > 10", suffix))
            # as one would, before going through the names: few are left
            self.chromium.js(self.panel("search.value = 'chassis.'", suffix) + ";" + self.panel("filter()", suffix) + ";" +
                             self.panel("tuner.search.value = 'front_left'", suffix) + ";" +
                             self.panel("tuner.filter()", suffix))
        # what is seen and can be used
        wanted = ("[...document.querySelectorAll('button, select, input, canvas, summary')]"
                  ".filter(e => !e.disabled && e.checkVisibility())")
        self.chromium.js("window.reached = new Set()")
        count = self.chromium.js(f"{wanted}.length")
        self.assertGreater(count, 50)
        for _ in range(count + 20):
            self.chromium.key("Tab", None, "Tab")
            self.chromium.js("void reached.add(document.activeElement)")
        missing = self.chromium.js(f"{wanted}.filter(e => !reached.has(e)).map(e => e.outerHTML.slice(0, 120))")
        self.assertEqual(missing, [], "the tabulator goes through all controls")
        requests = [e["params"]["request"]["url"] for e in self.chromium.events
                    if e["method"] == "Network.requestWillBeSent" and not e["params"]["request"]["url"].startswith("data:")]
        self.assertLessEqual(len(requests), 5, requests)
        bad = [e for e in self.chromium.events if e["method"] == "Runtime.exceptionThrown" or
               (e["method"] == "Log.entryAdded" and e["params"]["entry"]["level"] == "error")]
        self.assertEqual(bad, [])


if __name__ == "__main__":
    if not CHROMIUM:
        print("no chromium; ./dev browser installs it")
        sys.exit(77)
    unittest.main()
