#!/usr/bin/env python3
# test: serve.page_eye full browser skip=77 env=CHANGED_LOG=@changed_log -- @tactus
"""What people at the page see: state from afar, charts of the whole, what the camera follows, words and borders.
  page_eye.py TACTUS        ends with 77 where there is no chromium
"""

import json
import math
import pathlib
import re
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import browser  # noqa: E402
import running  # noqa: E402
import serve  # noqa: E402

FILES = f"{running.ROOT}/config/models/"


def luminance(color):
    r, g, b = (int(x) / 255 for x in re.findall(r"\d+", color)[:3])
    return sum(w * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
               for w, c in ((0.2126, r), (0.7152, g), (0.0722, b)))


def contrast(a, b):
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


class Eye(browser.InBrowser):
    def view(self, model, *more):
        self.serve(FILES + model if "/" not in model else model, *more, command="view")
        self.page()
        name = pathlib.Path(model).stem
        self.motion = f"tactus.panels.get('{name}')"
        self.seen("the whole motion", f"tactus.panels.has('{name}') && ['computed', 'recorded'].includes("
                                      f"{self.motion}.state.textContent) && {self.motion}.view?.placed")

    def jump(self, step):
        self.js(f"{self.motion}.player.jump({step})")
        self.seen("that step", f"{self.motion}.last?.step === {step} && !{self.motion}.view.dirty")

    def js(self, expression):
        return self.chromium.js(expression)

    def rig_page(self, **how):
        self.run_rig(**how)
        self.serve()
        self.page()
        self.shown()

    def place_in_picture(self, body):
        """Of a body's origin: -1 to 1 across and up."""
        return self.js(f"(() => {{ const v = {self.motion}.view; const i = v.description.bodies.indexOf('{body}');"
                       "const p = v.positionOf(i).project(v.camera); return [p.x, p.y, p.z]; })()")

    # ---- the picture -----------------------------------------------------------------------------

    def test_the_camera_follows_what_moves_and_goes_to_what_is_chosen(self):
        self.view("car.yaml", "--duration", "8")
        for step in (8000, 4000, 0):
            self.jump(step)
            x, y, z = self.place_in_picture("car/chassis")
            self.assertTrue(abs(x) < 0.8 and abs(y) < 0.8 and z < 1, (step, x, y, z))
        self.js(f"(() => {{ const s = {self.motion}.body; s.value = '-1'; s.dispatchEvent(new Event('change')); }})()")
        self.jump(8000)
        x, y, z = self.place_in_picture("car/chassis")
        self.assertTrue(abs(x) > 1 or abs(y) > 1 or z > 1, "it is left behind where that is wanted")
        wheel = self.js(f"[...{self.motion}.body.options].find(o => o.textContent.includes('wheel')).value")
        self.js(f"(() => {{ const s = {self.motion}.body; s.value = '{wheel}'; s.dispatchEvent(new Event('change')); }})()")
        name = self.js(f"{self.motion}.sceneText.bodies[{wheel}]")
        self.seen("the picture", f"!{self.motion}.view.dirty")
        x, y, z = self.place_in_picture(name)
        self.assertTrue(math.hypot(x, y) < 0.3 and z < 1, (x, y, z))

    def test_the_camera_goes_back_for_what_spreads(self):
        self.view("p6_ur5e.yaml")
        for step in (0, 350, 1000):
            self.jump(step)
            bodies = self.js(f"{self.motion}.sceneText.bodies")
            for body in bodies:
                x, y, z = self.place_in_picture(body)
                self.assertTrue(abs(x) < 1 and abs(y) < 1 and z < 1, (step, body, x, y, z))
        # whoever has chosen how near it is keeps that
        self.js(f"{self.motion}.view.zoom(0.3)")
        near = self.js(f"{self.motion}.view.camera.position.distanceTo({self.motion}.view.controls.target)")
        self.jump(400)
        self.assertAlmostEqual(self.js(f"{self.motion}.view.camera.position.distanceTo({self.motion}.view.controls.target)"), near, delta=1e-9)

    def test_texts_in_the_picture_overlap_nowhere(self):
        self.view("car.yaml", "--duration", "3")
        self.js(f"(() => {{ const p = {self.motion}; p.toggleForces(); p.switch('named'); p.switch('axes'); }})()")
        for width, mobile in ((1600, False), (390, True)):
            self.chromium.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=mobile)
            self.jump(1000 + width)
            self.seen("texts", f"!{self.motion}.view.dirty && [...{self.motion}.labels.querySelectorAll('.layer span')].some(e => !e.hidden)")
            boxes, frame = self.js(f"(() => {{ const p = {self.motion}; const r = e => {{ const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }};"
                                   "return [[...p.labels.querySelectorAll('.layer span')].filter(e => !e.hidden).map(r), r(p.canvas)]; })()")
            self.assertGreater(len(boxes), 6)
            for i, a in enumerate(boxes):
                self.assertTrue(a[0] >= frame[0] - 1 and a[2] <= frame[2] + 12 and a[3] <= frame[3] + 4, (a, frame))
                for b in boxes[:i]:
                    self.assertFalse(a[0] < b[2] - 3 and b[0] < a[2] - 3 and a[1] < b[3] - 3 and b[1] < a[3] - 3, (a, b))

    def test_arrows_are_measured_by_what_moves(self):
        self.view("car.yaml", "--duration", "3")
        self.js(f"{self.motion}.toggleForces()")
        self.jump(2500)
        self.seen("arrows", f"{self.motion}.view.forces.shafts.count > 10")
        radius, longest, scales = self.js(f"(() => {{ const f = {self.motion}.view.forces; return [f.radius, "
                                          "Math.max(...f.tips.map(t => t.at.length() && f.whole)), [...f.scales.keys()]]; })()")
        self.assertTrue(1 < radius < 5, radius)
        self.assertLess(longest, 3)
        self.assertTrue({"joint 0", "spring 0", "contact 0"} <= set(scales), scales)
        # none but the largest tenth of a kind is cut, and the large torque at the pivot makes no other one a point
        length = self.js(f"(() => {{ const {{shafts}} = {self.motion}.view.forces; let most = 0;"
                         "for (let i = 0; i < shafts.count; i++) { const m = shafts.instanceMatrix.array;"
                         "most = Math.max(most, Math.hypot(m[16 * i + 4], m[16 * i + 5], m[16 * i + 6])); } return most; })()")
        self.assertLess(length, 1.6 * longest)
        self.assertGreater(length, 0.4 * longest)

    def test_a_click_chooses_a_body_which_is_named(self):
        self.view("car.yaml", "--duration", "1")
        self.jump(500)
        x, y = self.js(f"(() => {{ const v = {self.motion}.view; const r = v.canvas.getBoundingClientRect();"
                       "for (let k = 20; k < 400; k++) { const x = r.left + r.width * (k % 20) / 20, y = r.top + r.height * Math.floor(k / 20) / 20;"
                       "if (v.bodyAt(x, y) >= 0) { return [x, y]; } } })()")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.chromium.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left",
                               clickCount=0 if kind == "mouseMoved" else 1)
            if kind == "mouseMoved":
                self.seen("its name below the mouse", f"!{self.motion}.view.hint.hidden && {self.motion}.view.hint.textContent.startsWith('car/')")
        self.seen("it is chosen", f"{self.motion}.view.chosen >= 0")
        name = self.js(f"{self.motion}.sceneText.bodies[{self.motion}.view.chosen]")
        self.seen("its name", f"[...{self.motion}.labels.querySelectorAll('.chosen')].some(e => e.textContent === '{name}')")
        self.seen("where it is", f"{self.motion}.about_.textContent.startsWith('{name}: ')")
        self.assertEqual(self.js(f"{self.motion}.body.value === String({self.motion}.view.chosen)"), True)
        # the others, and axes
        self.js("document.activeElement.blur()")
        self.chromium.key("n", "n")
        self.chromium.key("a", "a")
        self.seen("names and axes", f"{self.motion}.labels.textContent.includes('car/chassis') && {self.motion}.view.look.axes.visible")
        self.assertLessEqual(self.js(f"{self.motion}.view.renderer.info.render.calls"), self.calls(self.js(f"{self.motion}.view.groups.length")))

    def test_there_is_a_shadow_and_a_grid_of_known_width(self):
        self.view("m2_four_bar.yaml", "--duration", "0.2")
        self.jump(10)
        self.assertTrue(self.js(f"{self.motion}.view.renderer.shadowMap.enabled && {self.motion}.view.look.sun.castShadow && "
                                f"{self.motion}.view.look.shade.visible && {self.motion}.view.look.grid.visible"))
        cell = self.js(f"{self.motion}.view.look.cell")
        self.seen("its width", f"{self.motion}.legend.textContent === 'grid {cell:g} m'")
        self.assertLessEqual(self.js(f"{self.motion}.view.renderer.info.render.calls"), 10)
        self.js("document.activeElement.blur()")
        self.chromium.key("g", "g")
        self.assertFalse(self.js(f"{self.motion}.view.look.grid.visible"))

    def test_a_picture_and_a_film_are_saved(self):
        self.view("m2_four_bar.yaml", "--duration", "1")
        self.js("window.saved = []; URL.createObjectURL = (blob) => { saved.push(blob); return 'data:,'; }")
        self.js(f"{self.motion}.shot.click()")
        self.seen("the picture", "saved.length === 1 && saved[0].type === 'image/png' && saved[0].size > 5000")
        self.js(f"{self.motion}.video.click(); {self.motion}.player.toggle()")
        self.seen("that it plays to its end", f"{self.motion}.last.step === 1000")
        self.seen("some pictures", "new Promise(done => setTimeout(() => done(true), 1500))")
        self.js(f"{self.motion}.video.click()")
        self.seen("the film", "saved.length === 2 && saved[1].size > 1000")
        head = self.js("saved[1].slice(0, 4).arrayBuffer().then(b => [...new Uint8Array(b)])")
        self.assertEqual(head, [0x1A, 0x45, 0xDF, 0xA3], "EBML, as WebM begins")

    # ---- charts ----------------------------------------------------------------------------------

    def test_a_chart_has_the_whole_motion_and_a_head(self):
        self.view("vehicle.yaml", "--duration", "3")
        self.jump(1000)
        self.js(f"{self.motion}.rows.find(r => r.v.name === 'chassis.z').box.click()")
        chart = f"{self.motion}.charts[0]"
        self.seen("the whole", f"{chart}.time.length > 500 && {chart}.time[0] === 0 && {chart}.time.at(-1) > 2.99")
        self.seen("the head", f"{chart}.head === 1")
        at = self.js(f"{self.motion}.last.values[{self.motion}.values.find(v => v.name === 'chassis.z').index]")
        low, high = self.js(f"(() => {{ const c = {chart}; let k = 0; while (c.time[k + 1] <= 1) k++; return [c.least[0][k], c.most[0][k]]; }})()")
        self.assertTrue(low <= at <= high, (low, at, high))
        self.assertIn(" m", self.js(f"{chart}.texted[0].textContent"))
        # a click looks at another place
        x, y = self.js(f"(() => {{ const o = {chart}.plot.over; o.scrollIntoView({{block: 'center'}}); const r = o.getBoundingClientRect();"
                       f" return [r.left + {chart}.plot.valToPos(2, 'x'), r.top + r.height / 2]; }})()")
        for kind in ("mousePressed", "mouseReleased"):
            self.chromium.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.seen("that place", f"Math.abs({self.motion}.last.time - 2) < 0.02 && Math.abs({chart}.head - 2) < 0.02")

    def test_kinds_of_charts(self):
        model = self.work / "slide.yaml"
        model.write_text("bodies: [{name: arm, mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}]\n")
        self.view(str(model), "--duration", "1")
        self.js(f"{self.motion}.rows.find(r => r.v.name === 'arm.x').box.click()")
        chart = f"{self.motion}.charts[0]"
        self.seen("the whole", f"{chart}.time.at(-1) >= 0.999")
        self.js(f"{self.motion}.strips.choose({chart}); {self.motion}.rows.find(r => r.v.name === 'arm.z').box.click()")
        self.seen("one chart of two", f"{self.motion}.charts.length === 1 && {chart}.values.length === 2 && {chart}.least[1].length > 500")
        self.assertEqual(self.js(f"{chart}.chips.textContent.replace(/[-0-9.e…±× ]/g, '')"), "arm.xmarm.zm".replace(".", ""))
        self.js(f"{self.motion}.strips.turn({chart}, 'rate')")
        rates = self.js(f"{chart}.plot.data[1]")
        self.assertTrue(all(abs(r - 1) < 1e-6 for r in rates), "m/s of a body that moves with 1 m/s")
        self.assertIn("m/s", self.js(f"{chart}.texted[0].textContent"))
        self.js(f"{self.motion}.strips.turn({chart}, 'histogram')")
        self.assertEqual(self.js(f"{chart}.plot.data[1].reduce((a, b) => a + b, 0)"), self.js(f"{chart}.time.length"))
        self.js(f"{self.motion}.strips.turn({chart}, 'xy')")
        xs = self.js(f"{chart}.plot.data[1][0]")
        self.assertTrue(all(abs(x - t) < 1e-2 for x, t in zip(xs, self.js(f"{chart}.time"))))
        self.js(f"{self.motion}.strips.leave({chart}, {chart}.values[1])")
        self.assertEqual(self.js(f"{chart}.kind"), "time", "one signal alone has no x")

    def test_a_chart_begins_with_what_the_history_has(self):
        self.run_rig()
        self.seen_rig = self.attach()
        self.until("two seconds", lambda: self.seen_rig.wait(timeout=5) and self.seen_rig.frame.time > 2)
        self.seen_rig.detach()
        self.serve()
        self.page()
        self.shown()
        self.js(self.panel("rows.find(r => r.v.name === 'chassis.z').box.click()"))
        self.seen("seconds before the page came", self.panel("charts[0].time[0]") + " < " + self.panel("live.frames[0].time") + " - 1")
        times = self.js(self.panel("charts[0].time"))
        self.assertEqual(times, sorted(times))

    def test_commanded_and_measured_in_one_chart(self):
        self.start("run", self.rig("motion_platform.yaml"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        self.js(self.panel("strips.offers") + ".querySelector('button').click()")
        names = self.js(self.panel("charts[0].values.map(v => v.name)"))
        self.assertEqual(names, ["leg1", "measured1"])
        self.assertEqual(len(set(self.js(self.panel("charts[0].values.map(v => v.unit)")))), 1)

    # ---- state, timing, control ------------------------------------------------------------------

    def test_the_state_is_seen_from_afar(self):
        self.start("run", self.rig("exchange.yaml", policy="kind: count, bucket: 0, rearm: true"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        band = self.panel("band")
        colors = {}

        def look(state):
            self.state(state)
            colors[state] = self.js(f"getComputedStyle({band}.root).backgroundColor")
            self.assertGreaterEqual(contrast(colors[state], "rgb(255, 255, 255)"), 4.5, state)
        self.assertGreaterEqual(self.js(f"parseFloat(getComputedStyle({band}.word).fontSize)"), 40)
        self.state("running")
        self.press("pause")
        look("paused")
        self.press("safe")
        self.assertEqual(self.js("document.querySelectorAll('dialog.ask[open]').length"), 1)
        self.agree()
        look("safe")
        self.seen("why", f"{band}.line.textContent.includes('safe state')")
        self.press("rearm")
        self.state("paused")
        self.press("resume")
        self.state("running")
        self.seen("no miss lately, or told", f"['run', 'late'].includes({band}.root.dataset.look)")
        self.seen("green without misses, for ten seconds", f"{band}.root.dataset.look === 'run' || {band}.also.textContent === 'misses'")
        colors["running"] = "rgb(23, 113, 58)"
        self.assertEqual(len(set(colors.values())), len(colors))

    def test_stop_asks_and_stands_apart(self):
        run = self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        step, stop = (self.js(f"(() => {{ const r = document.querySelector('[data-verb={v}]').getBoundingClientRect(); return [r.left, r.right]; }})()")
                      for v in ("step", "stop"))
        self.assertGreater(stop[0] - step[1], 100)
        self.press("stop")
        self.assertEqual(self.js("document.activeElement.dataset.answer"), "no")
        self.js("document.querySelector('[data-answer=no]').click()")
        self.seen("nothing is asked any more", "document.querySelectorAll('dialog.ask').length === 0")
        self.assertIsNone(run.poll())
        self.press("stop")
        self.agree()
        self.assertEqual(run.wait(60), 0)

    def test_misses_have_a_line_of_time_and_events(self):
        run = self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        self.seen("histograms", self.panel("histograms.querySelectorAll('svg').length") + " === 2")
        self.assertEqual(self.js(self.panel("histograms.querySelectorAll('text.deadline').length")), 2)
        self.assertGreaterEqual(self.js(self.panel("histograms.querySelectorAll('text').length")), 12, "axes have numbers")
        run.send_signal(signal.SIGSTOP)
        step = self.js(self.panel("last.step"))
        self.seen("that it stands still", f"new Promise(done => setTimeout(() => done({self.panel('last.step')}), 100))"
                                          f".then(at => at === {self.panel('last.step')})")
        run.send_signal(signal.SIGCONT)
        self.seen("frames", self.panel(f"last.step > {step}"))
        self.seen("the event", self.panel("timing.list") + ".querySelector('[data-kind=miss]') !== null")
        self.seen("in the line of time", self.panel("timing.line") + ".querySelectorAll('rect.cause').length > 0")
        self.seen("in colour, with its word", self.panel("band.also.textContent") + " === 'misses'")
        self.assertRegex(self.js(self.panel("timing.list") + ".querySelector('[data-kind=miss] span').textContent"), r"missed, .* late$")
        # what is below 0 is in the picture of the slack, on the other side of the deadline
        slack = "document.querySelector('figure[data-deadline=\"0\"]')"
        self.seen("late cycles", f"{slack}?.querySelector('rect.late') != null")
        self.assertRegex(self.js(f"{slack}.querySelector('figcaption').textContent"), r"least -\d+\.\d, .* missed$")
        bar, line = self.js(f"[{slack}.querySelector('rect.late').x.baseVal.value, {slack}.querySelector('line.deadline').x1.baseVal.value]")
        self.assertLess(bar, line)
        io = self.attach(command=True)
        io.detach()
        self.seen("clients", "[..." + self.panel("timing.list") + ".querySelectorAll('[data-kind=client]')].length >= 2")

    def test_commands_have_the_name_unit_and_range_of_the_rig(self):
        self.start("run", self.change("rigs", "exchange.yaml", (r"(?m)^name: .*", f"name: {self.name}"), (r"\.\./models", FILES[:-1]),
                                      (r"(?m)^policy: .*", "policy: {kind: count, bucket: 0}\nwatchdog: 60 s"),
                                      (r"\{input: front_left,", "{name: az, input: front_left,"), to="rig"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        tuner = self.panel("tuner")
        self.js(f"{tuner}.root.querySelector('summary').click()")
        self.seen("rows", f"{tuner}.rows.size > 40")
        r = f"{tuner}.rows.get('front_left')"
        self.assertEqual(self.js(f"[{r}.v.name, {r}.slider.min, {r}.slider.max, {r}.row.querySelector('.unit').textContent]"),
                         ["az", "-50", "50", "mm"])
        self.assertEqual(self.js(f"{tuner}.commands.children.length"), 4)
        self.js(f"(() => {{ {r}.number.value = '20'; {r}.number.dispatchEvent(new Event('change')); }})()")
        self.until("the command", lambda: abs(self.value("az") - 20.0) < 1e-9)
        # the others are in branches
        self.assertLess(self.js(f"[...{tuner}.root.querySelectorAll('li')].filter(e => e.checkVisibility()).length"), 30)

    def test_a_checkpoint_is_kept_and_gone_back_to(self):
        self.rig_page()
        self.press("pause")
        self.state("paused")
        self.seen("the pause", self.panel("last.runState === 1"))
        step = self.js(self.panel("last.step"))
        self.press("keep")
        self.seen("that it is kept", self.panel("told.textContent") + " === 'keep: ok'")
        self.press("step")
        self.seen("a step", self.panel(f"last.step === {step + 1}"))
        self.press("back")
        self.seen("back", self.panel(f"last.step === {step}"))

    # ---- pushing ---------------------------------------------------------------------------------

    def mouse(self, kind, x, y, **how):
        self.chromium.call("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, button="left", clickCount=1,
                           buttons=0 if kind == "Released" else 1, **how)

    def at(self, body):
        """Of a body's origin, in px of the page, once the page has its places and is drawn."""
        look = ("(() => { const v = " + self.panel("view") + f"; const i = v.description.bodies.indexOf('{body}');"
                "const p = v.positionOf(i).project(v.camera); const r = v.canvas.getBoundingClientRect();"
                "const x = r.left + (p.x + 1) / 2 * r.width, y = r.top + (1 - p.y) / 2 * r.height;"
                "return [r.left, r.top, r.width, r.height, x, y, v.hitAt(x, y).body === i && document.elementFromPoint(x, y) === v.canvas]; })()")
        end, before = time.monotonic() + running.PATIENCE, None
        while (now := self.js(f"new Promise(done => setTimeout(() => done({look}), 200))"))[:4] != before or not now[-1]:
            self.assertLess(time.monotonic(), end, now)
            before = now[:4]
        return now[4:6]

    def test_a_body_is_pushed_by_hand_where_the_rig_allows_it(self):
        self.start("run", self.rig("push.yaml", ttl=r"\1"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        hand = [f"hand_{k}" for k in "xyz"]
        x, y = self.at("bag")
        self.mouse("Pressed", x, y)
        self.mouse("Released", x, y)
        self.seen("what a drag does", self.panel("about_.textContent") + ".includes('drag it to push, up to 300 N')")
        eye = self.js(self.panel("view.camera.position.toArray()"))
        self.mouse("Pressed", x, y)
        for k in range(1, 11):
            self.mouse("Moved", x + 12 * k, y)
        self.until("a force", lambda: max(abs(self.value(h)) for h in hand) > 20)
        self.assertLessEqual(math.hypot(*(self.value(h) for h in hand)), 300.001)
        self.seen("its arrow and size", self.panel("view.push.arrow?.parent") + " != null && "
                  "/ N$/.test(document.querySelector('.labels .pushed')?.textContent)")
        force = self.js(self.panel("view.push.pull().force.toArray()"))
        right = self.js("(() => { const e = " + self.panel("view.camera.matrixWorld.elements") + "; return [e[0], e[1], e[2]]; })()")
        self.assertGreater(sum(a * b for a, b in zip(force, right)), 0.7 * math.hypot(*force), "towards the pointer")
        self.assertEqual(self.js(self.panel("view.push.held !== undefined")), True, "it is held for longer than the time to live")
        self.mouse("Released", x + 120, y)
        self.until("nothing", lambda: all(self.value(h) == 0 for h in hand))
        self.assertLess(math.dist(eye, self.js(self.panel("view.camera.position.toArray()"))), 2, "the camera was not turned")
        self.seen("no arrow", self.panel("view.push.arrow.parent") + " === null")
        # elsewhere a drag turns the camera; with shift the page says why it does not push
        x, y = self.at("chain")
        self.mouse("Pressed", x, y, modifiers=8)
        self.mouse("Released", x, y, modifiers=8)
        self.seen("why", self.panel("told.textContent") + " === \"the rig lets nobody push chain: its exchange has no 'push' for it\"")
        # a page that is gone lets go
        self.press("reset")
        self.state("paused")
        self.press("resume")
        self.state("running")
        x, y = self.at("bag")
        self.js(self.panel("view.choose(1)"))
        self.mouse("Pressed", x, y)
        self.mouse("Moved", x + 100, y)
        self.until("a force", lambda: max(abs(self.value(h)) for h in hand) > 20)
        self.chromium.call("Page.navigate", url="about:blank")
        self.until("nothing", lambda: all(self.value(h) == 0 for h in hand))

    def test_who_may_only_look_pushes_nothing(self):
        self.start("run", self.rig("push.yaml", ttl=r"\1"), "--quiet")
        self.attach().detach()
        self.serve()
        self.token = ""
        self.page()
        self.shown()
        x, y = self.at("bag")
        self.mouse("Pressed", x, y, modifiers=8)
        self.mouse("Moved", x + 100, y, modifiers=8)
        self.seen("why", self.panel("told.textContent") + " === 'only who has the link with its token may push bag'")
        self.assertEqual(self.js(self.panel("view.push.held === undefined")), True)
        self.assertNotIn("drag it", self.js(self.panel("about_.textContent")))

    # ---- layout ----------------------------------------------------------------------------------

    def test_the_layout_is_in_the_address(self):
        self.rig_page()
        self.js(self.panel("rows.find(r => r.v.name === 'chassis.z').box.click()"))
        self.js(self.panel("strips.choose(") + self.panel("charts[0])") + ";" + self.panel("rows.find(r => r.v.name === 'chassis.x').box.click()"))
        self.js(self.panel("showPart('signals', false)") + ";" + self.panel("named.click()"))
        self.js("(() => { const s = " + self.panel("body") + "; s.value = '0'; s.dispatchEvent(new Event('change')); })()")
        self.seen("the address", "location.hash.includes('c=') && location.hash.includes('x=signals') && location.hash.includes('f=')")
        self.chromium.call("Page.reload")
        self.seen("the page", "window.tactus !== undefined")
        self.shown()
        self.seen("the chart", self.panel("charts.length === 1"))
        self.assertEqual(self.js(self.panel("charts[0].values.map(v => v.name)")), ["chassis.z", "chassis.x"])
        self.assertEqual(self.js("[" + self.panel("body.value") + ", " + self.panel("view.follow") + "]"), ["0", 0])
        self.seen("what was switched", self.panel("view.named") + " && " + self.panel("parts.signals.classList.contains('closed')"))
        # to be sent: without the token
        self.js("document.getElementById('share').click()")
        self.seen("the link", "document.getElementById('share').dataset.link !== undefined")
        self.assertNotIn(self.token, self.js("document.getElementById('share').dataset.link"))

    def test_wide_and_narrow(self):
        self.rig_page()
        self.chromium.call("Emulation.setDeviceMetricsOverride", width=1600, height=1000, deviceScaleFactor=1, mobile=False)
        rect = "(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })"
        self.seen("two columns", f"{rect}({self.panel('parts.timing')})[0] > {rect}({self.panel('canvas')})[2]")
        self.assertLess(self.js(f"{rect}({self.panel('search')})[1]"), 1000, "signals are above the fold")
        before = self.js(f"{rect}({self.panel('canvas')})[2]")
        self.js(self.panel("bar.focus()"))
        self.chromium.key("ArrowLeft", None, "ArrowLeft")
        self.seen("a wider side", f"{rect}({self.panel('canvas')})[2] < {before}")
        self.chromium.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        self.seen("the picture first", f"{rect}({self.panel('canvas')})[3] <= {rect}({self.panel('controls')})[1]")
        self.assertLess(self.js(f"{rect}({self.panel('canvas')})[1]"), 200)
        self.assertLess(self.js(f"{rect}(document.querySelector('header'))[3]"), 60)
        self.assertLessEqual(self.js("document.documentElement.scrollWidth"), 390)

    def test_borders_and_words_are_seen(self):
        self.rig_page()
        self.js(self.panel("tuner.root.open = true"))
        look = """(() => { const paper = getComputedStyle(document.body).backgroundColor; const out = [];
            for (const e of document.querySelectorAll('button, select, input[type=search], .panel, header, .events')) {
              const s = getComputedStyle(e);
              if (e.checkVisibility() && !e.disabled && parseFloat(s.borderBottomWidth) > 0) { out.push([e.className + e.tagName, s.borderBottomColor, paper]); } }
            for (const e of document.querySelectorAll('small, figcaption, .counts, h4, #link')) { out.push([e.tagName, getComputedStyle(e).color, paper, 4.5]); }
            return out; })()"""
        for dark in ("light", "dark"):
            self.js(f"document.documentElement.dataset.theme = '{dark}'")
            found = self.js(look)
            self.assertGreater(len(found), 20)
            for what, a, b, *least in found:
                self.assertGreaterEqual(contrast(a, b), least[0] if least else 3, (dark, what, a, b))

    def test_words_are_explained(self):
        self.rig_page()
        self.seen("words", self.panel("counts.querySelectorAll('abbr').length") + " >= 3")
        for word in ("doubt", "slack", "wake-up", "miss"):
            self.assertTrue(self.js(f"document.querySelector('[data-word=\"{word}\"]').title.length > 30"), word)
        self.js("document.querySelector('[data-word=slack]').click()")
        self.seen("on a tap", "!document.getElementById('tip').hidden && document.getElementById('tip').textContent.startsWith('slack: ')")
        self.assertTrue(self.js("document.querySelector('[data-verb=stop]').title.length > 20"))
        self.js("document.getElementById('help').click()")
        self.assertEqual(self.js("[document.getElementById('keys').open, document.getElementById('keys').scrollTop]"), [True, 0])

    def test_what_is_computed_and_what_is_recorded(self):
        self.view("m2_four_bar.yaml", "--duration", "0.1")
        self.assertEqual(self.js(f"{self.motion}.state.textContent"), "computed")
        line = self.js(f"{self.motion}.band.line.textContent")
        self.assertRegex(line, r"^computed here: .*order \d, 100 steps of 1 ms, 0\.1 s(error: .*)?$")
        self.assertNotIn("control", self.js("document.getElementById('link').textContent"))
        self.assertIn(" · ", self.js(f"{self.motion}.band.what.textContent"), "the title of the model")
        log = self.work / "m2_four_bar.tlog"
        serve.subprocess.run([running.TACTUS, "sim", FILES + "m2_four_bar.yaml", "--duration", "0.1", "--record", str(log), "--quiet"], check=True)
        self.port = running.free_port()
        self.chromium.call("Page.navigate", url="about:blank")
        self.view(str(log))
        self.assertEqual(self.js(f"{self.motion}.state.textContent"), "recorded")
        self.assertRegex(self.js(f"{self.motion}.band.line.textContent"), r"^recorded by tactus \S+: ")

    def test_charts_of_a_motion_have_the_band_of_its_error(self):
        self.view("m1_spatial_double_pendulum.yaml", "--dt", "0.04")
        self.seen("doubt", f"{self.motion}.band.also.textContent === 'in doubt' && {self.motion}.band.root.dataset.look === 'doubt'")
        self.assertRegex(self.js(f"{self.motion}.band.line.textContent"), r"error: position 1\.3 %")
        self.js(f"{self.motion}.rows.find(r => r.v.name === 'energy.total').box.click()")
        chart = f"{self.motion}.charts[0]"
        self.seen("the band", f"{chart}?.off != null && {chart}.plot.series.length === 5 && {chart}.plot.bands.length === 2")
        least, most, low, high = self.js(f"{chart}.plot.data.slice(1).map(d => Array.from(d))")
        self.assertTrue(all(a <= b <= c <= d for a, b, c, d in zip(low, least, most, high)))
        # the energy is 0: the band reaches there
        self.assertLess(min(least), -0.05)
        self.assertTrue(all(d > 0.2 * a for a, d in zip(least, high)))
        self.jump(150)
        self.seen("± at the value", f"[...document.querySelectorAll('.strip')].some(e => e.textContent.includes(' ± '))")
        self.js(f"{chart}.setKind('rate')")
        self.seen("no band of a derivative", f"{chart}.plot.series.length === 2")

    def test_an_empty_page_says_what_to_do(self):
        self.serve(self.name)
        self.page()
        self.seen("how to begin", "document.getElementById('empty').checkVisibility() && "
                                  "document.getElementById('empty').textContent.includes('tactus run RIG')")
        self.run_rig()
        self.shown()
        self.seen("no more", "!document.getElementById('empty').checkVisibility()")
        self.js("document.querySelector('#instances button').click()")
        self.seen("what to choose", "document.getElementById('empty').textContent === 'Nothing is shown: choose a name above.'")

    def test_cells_of_the_grid_are_seen(self):
        for model in ("m2_four_bar.yaml", "p6_ur5e.yaml", "p3_hexapod.yaml"):
            self.port = running.free_port()
            self.chromium.call("Page.navigate", url="about:blank")
            self.view(model, "--duration", "0.1")
            cell, radius = self.js(f"[{self.motion}.view.look.cell, {self.motion}.view.look.radius]")
            self.assertTrue(radius / 10 <= cell <= radius / 4 * 1.001, (model, cell, radius))
            self.assertAlmostEqual(cell / 10 ** math.floor(math.log10(cell) + 1e-9) % 1, 0, delta=1e-9)

    def test_what_was_asked_for_stands_first(self):
        self.run_rig(suffix="a")
        self.run_rig("vehicle.yaml", "b")
        self.serve(self.name + "b", self.name + "a")
        self.page()
        self.shown("b")
        self.assertEqual(self.js("[...document.querySelectorAll('#instances button')].map(b => b.textContent)"),
                         [self.name + "b", self.name + "a"])
        self.assertEqual(self.js("[...tactus.panels.keys()]"), [self.name + "b"])
        self.assertEqual(json.loads(json.dumps(self.js("tactus.link.ended ?? false"))), False)


if __name__ == "__main__":
    if not browser.CHROMIUM:
        print("no chromium; ./dev browser installs it")
        sys.exit(77)
    unittest.main()
