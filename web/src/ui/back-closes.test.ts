import { expect, test, vi } from 'vitest'
import { BackLayers } from './back-closes.ts'

/** A browser's history as one tab sees it, with the index that the router stores in each entry. */
function aTab(entries: object[] = [{ idx: 0 }, { idx: 1 }]) {
  let at = entries.length - 1
  const listeners: (() => void)[] = []
  const go = (steps: number) => {
    at = Math.max(0, Math.min(entries.length - 1, at + steps))
    for (const listener of listeners) listener()
  }
  const history = {
    get state(): unknown {
      return entries[at]
    },
    pushState: (state: object) => {
      entries.splice(at + 1, entries.length, state)
      at += 1
    },
    back: () => go(-1),
  }
  const view = {
    history,
    addEventListener: (_type: string, listener: () => void) => listeners.push(listener),
  }
  return { layers: new BackLayers(view), history, go, where: () => entries[at] as { idx: number }, entries }
}

/** A fake dialog, which is closed when `close` is called. */
function aDialog(tab: ReturnType<typeof aTab>, { locked = false } = {}) {
  const dialog = { locked, close: vi.fn(() => closed()), isLocked: () => dialog.locked }
  const closed = tab.layers.open(dialog)
  return { ...dialog, closed, unlock: () => void (dialog.locked = false) }
}

test('SCR-09 the Back button closes an open dialog and keeps the page', () => {
  const tab = aTab()
  const dialog = aDialog(tab)
  tab.go(-1)
  expect(dialog.close).toHaveBeenCalledOnce()
  expect(tab.where()).toEqual({ idx: 1 })
  tab.go(-1)
  expect(tab.where()).toEqual({ idx: 0 })
})

test('SCR-09 pressing Back once leaves the page after a dialog was closed by its button', () => {
  const tab = aTab()
  aDialog(tab).closed()
  tab.go(-1)
  expect(tab.where()).toEqual({ idx: 0 })
})

test('SCR-09 opening a dialog again adds no second history entry', () => {
  const tab = aTab()
  aDialog(tab).closed()
  const again = aDialog(tab)
  expect(tab.entries.length).toBe(3)
  tab.go(-1)
  expect(again.close).toHaveBeenCalledOnce()
  expect(tab.where()).toEqual({ idx: 1 })
})

test('SCR-09 the Back button closes the upper of two dialogs first', () => {
  const tab = aTab()
  const [lower, upper] = [aDialog(tab), aDialog(tab)]
  tab.go(-1)
  expect([lower.close.mock.calls.length, upper.close.mock.calls.length]).toEqual([0, 1])
  tab.go(-1)
  expect(lower.close).toHaveBeenCalledOnce()
  expect(tab.where()).toEqual({ idx: 1 })
})

test('SCR-09 the Back button does not close a locked dialog until it is unlocked', () => {
  const tab = aTab()
  const dialog = aDialog(tab, { locked: true })
  tab.go(-1)
  tab.go(-1)
  expect(dialog.close).not.toHaveBeenCalled()
  dialog.unlock()
  tab.go(-1)
  expect(dialog.close).toHaveBeenCalledOnce()
  expect(tab.where()).toEqual({ idx: 1 })
})

test('SCR-09 Back on a screen opened from a dialog returns to the page of the dialog, then to the one before', () => {
  const tab = aTab()
  const dialog = aDialog(tab)
  tab.history.pushState({ idx: 2 })
  dialog.closed()
  tab.go(-1)
  expect(tab.where().idx).toBe(1)
  tab.go(1)
  expect(tab.where()).toEqual({ idx: 2 })
  tab.go(-1)
  tab.go(-1)
  expect(tab.where()).toEqual({ idx: 0 })
})

test('SCR-09 the Back button skips the history entry of a dialog that was open before a reload', () => {
  const tab = aTab([{ idx: 0 }, { idx: 1 }, { idx: 1, dialog: true }])
  tab.go(-1)
  expect(tab.where()).toEqual({ idx: 0 })
})
