import { useEffect, useRef } from 'react'

type Layer = { close: () => void; isLocked: () => boolean }
type View = {
  history: Pick<History, 'state' | 'pushState' | 'back'>
  addEventListener(type: 'popstate', listener: () => void): void
}

const mark = 'dialog'
const stateOf = ({ history }: View) => Object(history.state) as Record<string, unknown>

/**
 * Lets Back close the layers above the page instead of leaving it. The first layer that opens pushes a history entry
 * with the same URL. If the layer is closed in another way the entry stays, because removing it could collide with a
 * navigation that follows. The next Back from it then goes one entry further by itself.
 */
export class BackLayers {
  readonly #view: View
  readonly #layers: Layer[] = []
  /** The router's index of the last shown entry, if this class pushed it; otherwise null. */
  #own: { place: unknown } | null

  constructor(view: View) {
    this.#view = view
    this.#own = this.#readOwn()
    view.addEventListener('popstate', () => this.#popped())
  }

  /**
   * Registers an opened layer.
   * @returns a function to call when the layer has closed
   */
  open(layer: Layer): () => void {
    this.#layers.push(layer)
    this.#enter()
    return () => {
      const at = this.#layers.indexOf(layer)
      if (at >= 0) this.#layers.splice(at, 1)
    }
  }

  #readOwn() {
    const state = stateOf(this.#view)
    return state[mark] === true ? { place: state.idx } : null
  }

  #enter() {
    this.#own = this.#readOwn()
    if (this.#own) return
    // The entry keeps the router's own state, so that the router's location does not change.
    this.#view.history.pushState({ ...stateOf(this.#view), [mark]: true }, '')
    this.#own = this.#readOwn()
  }

  #popped() {
    const left = this.#own
    this.#own = this.#readOwn()
    const top = this.#layers.at(-1)
    if (!top) {
      if (left && !this.#own && stateOf(this.#view).idx === left.place) this.#view.history.back()
      return
    }
    // If a layer stays open, it needs a new history entry.
    const stays = top.isLocked() || this.#layers.length > 1
    if (!top.isLocked()) top.close()
    if (stays) this.#enter()
  }
}

let layers: BackLayers | undefined

/** While open, Back closes the dialog instead of leaving the page; while locked, Back does nothing. */
export function useBackCloses(open: boolean, locked: boolean, close: () => void): void {
  const now = useRef({ locked, close })
  useEffect(() => {
    now.current = { locked, close }
  })
  useEffect(() => {
    if (!open) return
    layers ??= new BackLayers(window)
    return layers.open({ close: () => now.current.close(), isLocked: () => now.current.locked })
  }, [open])
}
