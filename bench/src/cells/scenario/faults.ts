import type { Choices } from '../../seed/random.ts'
import type { Cell } from '../engine/cell.ts'
import { calm, type Weather } from '../engine/network.ts'
import type { Platform } from '../engine/platform.ts'

export const storm: Weather = { lost: 5, repeated: 5, late: 10, latest: 4_000 }

/** At most so many milliseconds pass from one fault to the next. */
export const maxInterval = 3_000

/** Makes a fault every second or two until this time: crashes, pauses and isolated cells, in a network that loses, repeats and reorders. */
export function planFaults(platform: Platform, choices: Choices, until: number): void {
  const { network, timeline, cells } = platform
  network.weather = storm
  timeline.after(until, () => {
    network.weather = calm
    network.isolated.clear()
  })
  const next = (): void => {
    const cell = choices.one(cells)
    if (timeline.now > until || !cell) return
    const fault = choices.one([crash, pause, isolate])
    fault?.(platform, cell, choices)
    timeline.after(choices.below(maxInterval), next)
  }
  timeline.after(0, next)
}

function crash({ timeline }: Platform, cell: Cell, choices: Choices): void {
  if (!cell.isUp) return
  cell.crash()
  timeline.after(200 + choices.below(5_000), () => cell.start())
}

function pause(_: Platform, cell: Cell, choices: Choices): void {
  cell.pauseFor(100 + choices.below(5_000))
}

function isolate({ network, timeline }: Platform, cell: Cell, choices: Choices): void {
  network.isolated.add(cell.books.cell)
  timeline.after(500 + choices.below(10_000), () => network.isolated.delete(cell.books.cell))
}

/** Brings one cell back to the books that it had two seconds before, as a restored backup would, while the others go on. */
export function planRestore({ timeline, cells }: Platform, choices: Choices, at: number): void {
  const cell = choices.one(cells)
  if (!cell) return
  timeline.after(at, () => {
    const backup = structuredClone(cell.books)
    timeline.after(2_000, () => {
      if (cell.isUp) cell.crash()
      cell.books = backup
      timeline.after(1_000, () => cell.start())
    })
  })
}
