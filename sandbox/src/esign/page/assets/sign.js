// The signing page: shows the documents, asks for the PIN, notifies the embedding app of the outcome.
import { Reader } from './reader.js'

/**
 * @typedef {{ title: string, pageCount: number, page: number, url: string }} PageDocument
 * @typedef {{ x: number, y: number, width: number, height: number, moved?: boolean }} Stamp
 * @typedef {{ base: string, appOrigin: string | null, docToken: string, expiresAt: string,
 *   documents: PageDocument[], stamp: Stamp, fixed: boolean }} PageContext
 */

/** @template {HTMLElement} T @param {string} id @param {new () => T} type @returns {T} */
function element(id, type) {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`)
  return found
}

const app = element('app', HTMLElement)
/** @type {PageContext} */
const context = JSON.parse(app.dataset.context ?? '{}')
const pin = element('pin', HTMLInputElement)
const problem = element('problem', HTMLElement)
const signButton = element('sign', HTMLButtonElement)
const rejectButton = element('reject', HTMLButtonElement)
const rejectDialog = element('reject-dialog', HTMLDialogElement)
const slots = [...document.querySelectorAll('.slots i')]
let ended = false

const reader = new Reader(context, () => void tellReviewed())
element('go-to-mark', HTMLButtonElement).addEventListener('click', () => reader.showPlace())
void reader.open()
showPin()
const ticking = setInterval(showClock, 1_000)
showClock()

pin.addEventListener('input', () => {
  pin.value = pin.value.replace(/\D/g, '').slice(0, 6)
  showProblem('')
  showPin()
})

element('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault()
  if (signButton.disabled) return
  if (pin.value.length !== 6) {
    showProblem('Masukkan PIN enam angka.')
    pin.setAttribute('aria-invalid', 'true')
    pin.focus()
    return
  }
  void sign()
})

rejectButton.addEventListener('click', () => {
  rejectDialog.returnValue = ''
  rejectDialog.showModal()
})
rejectDialog.addEventListener('close', () => {
  if (rejectDialog.returnValue === 'yes') void reject()
})

// The buttons are disabled in the HTML: without this script, submitting the form would put the PIN into the URL.
signButton.disabled = false
rejectButton.disabled = false

async function sign() {
  busy(true)
  const { x, y, moved } = context.stamp
  const answer = await post('sign', { pin: pin.value, ...(moved && { x, y }) })
  if (answer.ok || answer.code === 'ALREADY_SIGNED') {
    finish(
      'signed',
      'Dokumen ditandatangani',
      'Tanda tangan Anda sudah tercatat. Anda dapat kembali ke aplikasi.',
    )
    tellApp('after-sign', 'after-action')
    return
  }
  busy(false)
  pin.value = ''
  showPin()
  showProblem(answer.message)
  pin.focus()
}

async function reject() {
  busy(true)
  const answer = await post('reject', { reason: element('reason', HTMLTextAreaElement).value })
  if (answer.ok) {
    finish('rejected', 'Dokumen ditolak', 'Penolakan Anda sudah tercatat. Anda dapat kembali ke aplikasi.')
    tellApp('after-action')
    return
  }
  busy(false)
  showProblem(answer.message)
}

async function tellReviewed() {
  if (ended) return
  const answer = await post('review', {})
  if (answer.ok) tellApp('after-review', 'after-action')
}

/**
 * @param {string} action
 * @param {object} body
 * @returns {Promise<{ ok: boolean, code: string, message: string }>}
 */
async function post(action, body) {
  const failed = {
    ok: false,
    code: 'NETWORK',
    message: 'Layanan tidak dapat dihubungi. Periksa koneksi, lalu coba lagi.',
  }
  try {
    const response = await fetch(`${context.base}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return { ok: true, code: '', message: '' }
    const refusal = await response.json()
    return response.status < 500 || refusal.code === 'SIGNING_FAILED' ? { ...refusal, ok: false } : failed
  } catch {
    return failed
  }
}

/**
 * Notifies the app of the events in this order; `after-action` follows every result and is always the last.
 * @param {string[]} events
 */
function tellApp(...events) {
  if (context.appOrigin === null || window.parent === window) return
  for (const event of events) {
    window.parent.postMessage({ event, data: { docToken: context.docToken } }, context.appOrigin)
  }
}

/** @param {'signed' | 'rejected'} outcome @param {string} title @param {string} text */
function finish(outcome, title, text) {
  ended = true
  clearInterval(ticking)
  for (const part of document.querySelectorAll('.work, .clock')) part.setAttribute('hidden', '')
  const done = element('done', HTMLElement)
  done.dataset.outcome = outcome
  element('done-title', HTMLElement).textContent = title
  element('done-text', HTMLElement).textContent = text
  done.hidden = false
  done.focus()
}

/** @param {boolean} on */
function busy(on) {
  showProblem('')
  signButton.disabled = on
  rejectButton.disabled = on
  pin.readOnly = on
  signButton.toggleAttribute('data-busy', on)
  signButton.setAttribute('aria-busy', String(on))
}

/** @param {string} message */
function showProblem(message) {
  problem.textContent = message
  if (message === '') pin.removeAttribute('aria-invalid')
}

function showPin() {
  for (const [index, slot] of slots.entries()) {
    slot.classList.toggle('full', index < pin.value.length)
    slot.classList.toggle('next', index === Math.min(pin.value.length, 5))
  }
}

function showClock() {
  const seconds = Math.max(0, Math.round((Date.parse(context.expiresAt) - Date.now()) / 1_000))
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  element('clock', HTMLElement).textContent = text
  document.querySelector('.clock')?.classList.toggle('soon', seconds < 120)
  if (seconds > 0) return
  clearInterval(ticking)
  signButton.disabled = true
  rejectButton.disabled = true
  showProblem('Waktu untuk menandatangani sudah habis. Kembali ke aplikasi dan buka lagi.')
}
