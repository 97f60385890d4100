// Renders the PDFs page by page; a page is drawn when it comes near the visible area and released when it is far away.
import { makeMovable, standAt } from './place.js'

/** @typedef {import('./sign.js').PageContext} PageContext */

/** @type {Promise<typeof import('pdfjs-dist')>} */
const library = import(/** @type {string} */ ('/esign/assets/pdfjs/pdf.mjs'))
const ASSETS = new URL('/esign/assets/pdfjs/', location.href).href
const SHARPEST = 2

export class Reader {
  /** @type {PageContext} */
  #context
  #allSeen
  /** @type {Set<number>} */
  #seenToEnd = new Set()
  /** @type {HTMLElement[]} */
  #tabs = [...document.querySelectorAll('[role="tab"]')].filter((node) => node instanceof HTMLElement)
  /** @type {HTMLElement[]} */
  #panels = [...document.querySelectorAll('[role="tabpanel"]')].filter((node) => node instanceof HTMLElement)
  #current = 0

  /**
   * @param {PageContext} context @param {() => void} allSeen called once when the last page of each document was seen
   */
  constructor(context, allSeen) {
    this.#context = context
    this.#allSeen = allSeen
    for (const [index, tab] of this.#tabs.entries()) {
      tab.addEventListener('click', () => this.#show(index))
      tab.addEventListener('keydown', (event) => this.#moveTab(event, index))
    }
    for (const panel of this.#panels)
      panel.addEventListener('scroll', () => this.#tellWhere(), { passive: true })
  }

  async open() {
    await Promise.all(this.#context.documents.map((_document, index) => this.#openDocument(index)))
  }

  /** Scrolls to the place of the signature in the document that is shown. */
  showPlace() {
    const place = this.#panels[this.#current]?.querySelector('.place')
    if (!(place instanceof HTMLElement)) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    place.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
    place.classList.remove('flash')
    requestAnimationFrame(() => place.classList.add('flash'))
  }

  /** @param {number} index */
  async #openDocument(index) {
    const facts = this.#context.documents[index]
    const panel = this.#panels[index]
    if (!facts || !panel) return
    try {
      const { getDocument, GlobalWorkerOptions } = await library
      GlobalWorkerOptions.workerSrc = `${ASSETS}pdf.worker.mjs`
      const pdf = await getDocument({
        url: new URL(facts.url, location.href).href,
        standardFontDataUrl: `${ASSETS}standard_fonts/`,
        cMapUrl: `${ASSETS}cmaps/`,
        cMapPacked: true,
        disableRange: true,
        enableXfa: false,
        useWasm: false,
      }).promise
      const observer = new IntersectionObserver((entries) => this.#onNear(entries), {
        root: panel,
        rootMargin: '150% 0px',
      })
      const end = new IntersectionObserver((entries) => this.#onEnd(entries, index), { root: panel })
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const page = await pdf.getPage(number)
        const sheet = this.#sheet(page, facts, number, pdf.numPages)
        panel.append(sheet)
        observer.observe(sheet)
      }
      const last = document.createElement('div')
      last.className = 'end'
      panel.append(last)
      end.observe(last)
      if (index === this.#current) this.#tellWhere()
    } catch {
      const broken = document.createElement('p')
      broken.className = 'broken'
      broken.textContent = 'Dokumen tidak dapat ditampilkan. Muat ulang halaman ini.'
      panel.replaceChildren(broken)
    }
  }

  /**
   * @param {import('pdfjs-dist').PDFPageProxy} page
   * @param {PageContext['documents'][number]} facts
   * @param {number} number
   * @param {number} count
   */
  #sheet(page, facts, number, count) {
    const sheet = document.createElement('div')
    const viewport = page.getViewport({ scale: 1 })
    sheet.className = 'page'
    sheet.style.aspectRatio = `${viewport.width} / ${viewport.height}`
    // The image role has no interactive parts, so it is only for a stamp that cannot be moved.
    sheet.setAttribute('role', number === facts.page && !this.#context.fixed ? 'group' : 'img')
    sheet.setAttribute('aria-label', `${facts.title}, halaman ${number} dari ${count}`)
    drawable.set(sheet, page)
    if (number === facts.page) sheet.append(this.#place(viewport, page.view))
    return sheet
  }

  /**
   * @param {import('pdfjs-dist').PageViewport} viewport
   * @param {number[]} view the visible box of the page, in points
   */
  #place(viewport, view) {
    const { stamp, fixed } = this.#context
    const place = document.createElement('div')
    place.className = 'place'
    const words = document.createElement('span')
    words.textContent = 'Tanda tangan Anda di sini'
    place.append(words)
    standAt(place, stamp, { viewport, view })
    if (!fixed) makeMovable(place, stamp, { viewport, view })
    return place
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #onNear(entries) {
    for (const { target, isIntersecting } of entries) {
      const canvas = target.querySelector('canvas')
      if (isIntersecting && canvas === null) void draw(target)
      if (!isIntersecting && canvas !== null) canvas.remove()
    }
  }

  /** @param {IntersectionObserverEntry[]} entries @param {number} index */
  #onEnd(entries, index) {
    if (!entries.some(({ isIntersecting }) => isIntersecting) || this.#seenToEnd.has(index)) return
    this.#seenToEnd.add(index)
    if (this.#seenToEnd.size === this.#context.documents.length) this.#allSeen()
  }

  /** @param {number} index */
  #show(index) {
    this.#current = index
    for (const [position, tab] of this.#tabs.entries()) {
      tab.setAttribute('aria-selected', String(position === index))
      tab.tabIndex = position === index ? 0 : -1
    }
    for (const [position, panel] of this.#panels.entries()) panel.hidden = position !== index
    this.#tabs[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    this.#tellWhere()
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #moveTab(event, index) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (index + step + this.#tabs.length) % this.#tabs.length
    this.#show(next)
    this.#tabs[next]?.focus()
  }

  #tellWhere() {
    const panel = this.#panels[this.#current]
    const where = document.getElementById('where')
    const sheets = [...(panel?.querySelectorAll('.page') ?? [])].filter((node) => node instanceof HTMLElement)
    if (!panel || !where || sheets.length === 0) return
    const middle = panel.scrollTop + panel.clientHeight / 2
    const before = sheets.filter((sheet) => sheet.offsetTop <= middle).length
    // A narrow screen hides the first word: "Halaman 3 dari 18" becomes "3 dari 18".
    const word = document.createElement('span')
    word.textContent = 'Halaman '
    where.replaceChildren(word, `${Math.max(1, before)} dari ${sheets.length}`)
  }
}

/** @type {WeakMap<Element, import('pdfjs-dist').PDFPageProxy>} */
const drawable = new WeakMap()

/** @param {Element} sheet */
async function draw(sheet) {
  const page = drawable.get(sheet)
  const width = sheet.clientWidth
  if (!page || width === 0) return
  const sharpness = Math.min(SHARPEST, devicePixelRatio || 1)
  const viewport = page.getViewport({ scale: (width / page.getViewport({ scale: 1 }).width) * sharpness })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  sheet.prepend(canvas)
  await page.render({ canvas, viewport }).promise
}
