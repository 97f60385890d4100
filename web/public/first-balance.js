// Writes the cash balance into the layout that the server rendered as soon as the first calls (first-calls.js) have
// answered, which on a slow connection is long before the scripts have loaded. src/features/reports/summary/first-summary.tsx
// renders its place; src/api/first-calls.ts hands the figures to the app, which then shows them without a gap.
;(() => {
  const place = document.querySelector('[data-first-balance]')
  const { firstCalls } =
    /** @type {{ firstCalls?: Map<string, { token: string, answer: Promise<Response> }> }} */ (window)
  const made = firstCalls?.get('/api/v1/lender/summary')
  if (!made || !(place instanceof HTMLElement)) return
  const show = async () => {
    const response = await made.answer
    if (!response.ok) return
    const figures = /** @type {{ cashBalance?: unknown, additionalCashBalance?: unknown }} */ (
      await response.clone().json()
    )
    const { cashBalance, additionalCashBalance } = figures
    // Beside a second balance the first has less room; the app renders both.
    if (!Number.isSafeInteger(cashBalance) || Number(cashBalance) < 0 || additionalCashBalance !== null)
      return
    const digits = String(cashBalance)
    const text = `Rp${Number(cashBalance).toLocaleString('id-ID')}`
    const width = 0.64 * (digits.length + 2) + 0.3 * (text.length - digits.length - 2)
    place.textContent = text
    place.style.fontSize = `min(var(--largest), ${(100 / width).toFixed(2)}cqi)`
    Object.assign(window, { firstSummary: { token: made.token, figures } })
  }
  // A failure is reported by the app, which takes the same answer.
  Object.assign(window, { firstBalance: show().catch(() => undefined) })
})()
