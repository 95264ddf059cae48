#!/usr/bin/env python3
"""Pictures of the page for the documentation, by a headless Chromium.
    pictures.py FOLDER TACTUS
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
FOLDER = pathlib.Path(sys.argv.pop(1))
from browser import Browser as _Browser  # noqa: E402


class Pictures(_Browser):
    """None of the tests of the browser, but what they use."""

    def setUp(self):
        super().setUp()
        self.name = "car"  # is in the picture

    def keep_picture(self, name, width, height):
        self.chromium.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                           mobile=False)
        self.seen("the picture", "new Promise(r => setTimeout(() => r(true), 500))")
        (FOLDER / name).write_bytes(self.chromium.picture())

    def picture_of_rigs(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        io = self.attach(command=True)
        self.run_rig("p3_hexapod.yaml", "-platform")
        self.serve()
        self.page()
        self.shown()
        self.chromium.js("[...document.querySelectorAll('#instances button')].find(b => "
                         "b.getAttribute('aria-pressed') === 'false').click()")
        self.shown("-platform")
        self.chromium.js(self.panel("rows.find(r => r.v.name === 'position.z').box.click()"))
        for height in 30, -30, 20, 0:
            io.set("front_left", height)
            io.set("rear_right", -height)
            io.send()
            step = self.chromium.js(self.panel("last.step"))
            self.seen("a second", self.panel(f"last.step > {step + 1000}"))
        self.keep_picture("page.png", 1200, 1120)

    def picture_of_driving(self):
        self.start("run", self.rig("car.yaml"), "--quiet")
        self.attach().detach()
        self.serve()
        self.page()
        self.shown()
        self.chromium.js(self.panel("drive.driver.click()"))
        self.chromium.js(f"['timing', 'inputs', 'signals', 'charts'].forEach(p => {self.panel('showPart(p, false)')})")
        self.chromium.call("Emulation.setDeviceMetricsOverride", width=900, height=680, deviceScaleFactor=1, mobile=False)
        heading = self.panel("view.body[tactus.panels.values().next().value.view.chaser.body].elements[1]")
        self.seen("the bend", f"{heading} > 0.6")
        self.keep_picture("drive.png", 900, 680)

    def picture_of_a_motion(self):
        self.serve("config/models/p6_ur5e.yaml", command="view")
        self.page()
        panel = "[...tactus.panels.values()][0]"
        self.seen("the whole motion", f"tactus.panels.size === 1 && {panel}.state.textContent === 'recorded'")
        # slowly, so that trails have many points where the processor draws
        self.chromium.js(f"{panel}.toggleTrails(), {panel}.player.speed.value = '0.1', {panel}.player.toggle()")
        self.seen("half of it", f"{panel}.player.at > {panel}.player.rows / 2")
        self.chromium.js(f"{panel}.player.toggle()")
        self.keep_picture("view.png", 900, 700)


if __name__ == "__main__":
    suite = unittest.TestSuite(Pictures(name) for name in ("picture_of_rigs", "picture_of_driving", "picture_of_a_motion"))
    sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
