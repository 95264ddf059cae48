"""A wheel suspension with a hundred springs: how far its spindle travels with each.

    python3 hundred_springs.py double_wishbone.yaml [CHUNK]    CHUNK: steps of each call
"""

import sys
import time

import tactus

model = tactus.Model(sys.argv[1])
chunk = int(sys.argv[2]) if len(sys.argv) > 2 else 100
stiffness = [50e3 + 4e3 * k for k in range(100)]  # N/m
cars = [model.start({"spring.stiffness": k}) for k in stiffness]

height = model.sensor("spindle.z")
lowest = [car.sensors[height] for car in cars]
highest = list(lowest)

begin = time.perf_counter()
for _ in range(round(model.duration / model.dt) // chunk):
    for error in tactus.step_many(cars, chunk):
        if error:
            raise error
    for k, car in enumerate(cars):
        lowest[k] = min(lowest[k], car.sensors[height])
        highest[k] = max(highest[k], car.sensors[height])
took = time.perf_counter() - begin

for k in range(0, 100, 11):
    doubt = cars[k].doubt()
    print(f"{stiffness[k] / 1e3:6.0f} kN/m {1e3 * (highest[k] - lowest[k]):8.2f} mm{'  ' + doubt if doubt else ''}")
steps = sum(car.steps for car in cars)
print(f"{steps} steps, {1e6 * took / steps:.2f} us each")
