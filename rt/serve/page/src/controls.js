// What a driver moves: keys, a gamepad, or two pads for thumbs, as pedals from 0 to 1 and a share of the steering wheel
// from -1 (to the right) to 1 (to the left).
const KEYS = {
  ArrowUp: "throttle", KeyW: "throttle", ArrowDown: "brake", KeyS: "brake", Space: "brake",
  ArrowLeft: "left", KeyA: "left", ArrowRight: "right", KeyD: "right",
};
const PRESS = 3; // per second: how fast a pedal goes down under a key
const RELEASE = 6;
const TURN = 2; // per second: the wheel under a key, by what it may turn at that speed
const BACK = 4;
const DEAD = 0.08; // of a stick
const FAST = 8; // m/s, at which the wheel turns half as far
const STICK_STEERS = 0, TRIGGER_BRAKE = 6, TRIGGER_THROTTLE = 7; // of the browser's standard gamepad

const towards = (x, to, by) => x + Math.min(Math.max(to - x, -by), by);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

// How far the wheel may turn at a speed in m/s, so that a key does not throw the car over.
export const shareAt = (speed) => 1 / (1 + (speed / FAST) ** 2);

export class Controls {
  constructor() {
    this.held = new Set();
    this.touch = { throttle: 0, brake: 0, steering: 0 };
    this.reset();
  }

  reset() {
    this.held.clear();
    Object.assign(this, { throttle: 0, brake: 0, steering: 0 });
    this.touch = { throttle: 0, brake: 0, steering: 0 };
  }

  // Whether the key is one that drives.
  key(code, isDown) {
    const what = KEYS[code];
    if (what) {
      this.held[isDown ? "add" : "delete"](code);
    }
    return what !== undefined;
  }

  holds(what) {
    return [...this.held].some((code) => KEYS[code] === what);
  }

  // The first one that is connected and moved.
  gamepad() {
    const pads = [...(navigator.getGamepads?.() ?? [])].filter((p) => p?.connected);
    return pads.map((p) => {
      const stick = p.axes[STICK_STEERS] ?? 0;
      const of = (k) => p.buttons[k]?.value ?? 0;
      return { steering: Math.abs(stick) > DEAD ? -stick : 0, throttle: of(TRIGGER_THROTTLE), brake: of(TRIGGER_BRAKE) };
    }).find((p) => p.steering || p.throttle || p.brake);
  }

  // dt in s, speed in m/s.
  step(dt, speed) {
    const most = shareAt(Math.abs(speed));
    const pad = this.gamepad();
    for (const pedal of ["throttle", "brake"]) {
      const wanted = Math.max(this.holds(pedal) ? 1 : 0, this.touch[pedal]);
      this[pedal] = Math.max(towards(this[pedal], wanted, (wanted > this[pedal] ? PRESS : RELEASE) * dt), pad?.[pedal] ?? 0);
    }
    const key = (this.holds("left") ? 1 : 0) - (this.holds("right") ? 1 : 0);
    const direct = pad?.steering || this.touch.steering;
    const wanted = most * clamp(direct || key, -1, 1);
    const isBack = Math.abs(wanted) < Math.abs(this.steering) || wanted * this.steering < 0;
    this.steering = direct ? wanted : towards(this.steering, wanted, (isBack ? BACK : TURN) * most * dt);
    this.steering = clamp(this.steering, -most, most);
  }
}
