// Sends payments, looks up the holder of a number, sets the switches, and refreshes the lists.

const PAUSE_MS = 2_000

/** @param {string} selector @returns {HTMLElement} */
const element = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector))
/** @param {string} text */
const digitsOf = (text) => text.replaceAll(/\D/g, '')
/** @param {string} digits */
const withDots = (digits) => (digits === '' ? '' : BigInt(digits).toLocaleString('id-ID'))

/**
 * @template T
 * @param {string} method @param {string} address @param {object} body
 * @returns {Promise<T | null>} null where the sandbox refuses
 */
async function send(method, address, body) {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.ok ? /** @type {T} */ (await response.json()) : null
}

/** @typedef {{amount: number, open: boolean, fault: string | null}} Payment */
/**
 * @typedef {object} Inquired what the app answered; status null where it did not
 * @property {number | null} status
 * @property {string | null} code
 * @property {{virtualAccountData?: {virtualAccountName?: string}} | null} body
 */

async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = page.querySelector('#happened')
  const shown = document.querySelector('#happened')
  if (!fresh || !shown) return
  // Rows that the reader has expanded stay expanded.
  for (const details of shown.querySelectorAll('.row details[open]')) {
    const id = details.closest('.row')?.getAttribute('data-id') ?? ''
    fresh.querySelector(`.row[data-id="${CSS.escape(id)}"] details`)?.setAttribute('open', '')
  }
  if (fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes)
}

/** @param {HTMLFormElement} form */
function playCustomer(form) {
  const number = /** @type {HTMLInputElement} */ (element('#number'))
  const amount = /** @type {HTMLInputElement} */ (element('#amount'))
  const fault = /** @type {HTMLSelectElement} */ (element('#fault'))
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'))
  const holder = element('#holder')
  const outcome = element('#outcome')
  let asked = ''

  const inquire = async () => {
    const digits = digitsOf(number.value)
    if (digits === asked) return
    asked = digits
    holder.className = 'hint'
    holder.textContent = digits.length === 15 ? 'Mencari …' : `${digits.length} dari 15 angka`
    if (digits.length !== 15) return
    /** @type {Inquired | null} */
    const inquiry = await send('POST', '/bank/inquiries', { number: digits })
    if (asked !== digits) return
    const name = inquiry?.body?.virtualAccountData?.virtualAccountName
    holder.classList.toggle('bad', !name)
    holder.classList.toggle('ok', Boolean(name))
    if (name) holder.textContent = `a.n. ${name}`
    else if (!inquiry) holder.textContent = 'Tidak ada bank dengan awalan nomor ini'
    else if (inquiry.status === null) holder.textContent = 'Aplikasi tidak menjawab'
    else holder.textContent = `Tidak dikenal aplikasi (${inquiry.code}); pembayaran tetap bisa dilakukan`
  }
  number.addEventListener('input', () => void inquire())
  amount.addEventListener('input', () => {
    amount.value = withDots(digitsOf(amount.value))
  })

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pay()
  })

  async function pay() {
    const order = { number: digitsOf(number.value), amount: Number(digitsOf(amount.value)) }
    outcome.className = 'outcome bad'
    if (order.number.length < 6) {
      outcome.textContent = 'Isi nomor virtual account.'
      return number.focus()
    }
    if (order.amount < 1) {
      outcome.textContent = 'Isi nominal.'
      return amount.focus()
    }
    button.disabled = true
    outcome.className = 'outcome'
    outcome.textContent = 'Memberi tahu aplikasi …'
    /** @type {Payment | null} */
    const payment = await send('POST', '/bank/payments', { ...order, fault: fault.value || null })
    button.disabled = false
    outcome.textContent = payment ? wordsFor(payment) : 'Tidak ada bank dengan awalan nomor ini.'
    outcome.classList.toggle('bad', !payment)
    outcome.classList.toggle('ok', payment?.open === false)
    if (payment) amount.value = ''
    await refresh()
  }
  void inquire()
}

/** @param {Payment} payment */
function wordsFor({ amount, open, fault }) {
  const paid = `Rp${withDots(String(amount))}`
  if (fault === 'forged') return `Pemberitahuan palsu tentang ${paid} telah dikirim.`
  return open ? `${paid} dibayar; aplikasi belum menjawab.` : `${paid} dibayar; aplikasi sudah diberi tahu.`
}

for (const group of document.querySelectorAll('.switches')) {
  const [notices, transfers] = group.querySelectorAll('select')
  group.addEventListener('change', () => {
    const bank = Number(group.getAttribute('data-bank'))
    void send('PUT', '/bank/switches', {
      bank,
      notices: notices?.value || null,
      transfers: transfers?.value || null,
    })
  })
}

const form = document.querySelector('#pay')
if (form instanceof HTMLFormElement) playCustomer(form)

for (;;) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  // A hidden page does not poll; an unreachable sandbox is polled again.
  if (document.visibilityState === 'visible') await refresh().catch(() => {})
}
