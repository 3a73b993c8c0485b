const root = document.documentElement
const $ = (selector) => document.querySelector(selector)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]
const kept = {
  get: (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  },
  set: (name, value) => {
    try {
      localStorage.setItem(name, value)
    } catch {
      // A file opened from a disk may have no storage; the choice then lasts as long as the page.
    }
  },
}

const zh = () => root.lang.startsWith('zh')
function speak(language) {
  root.lang = language
  const title = $('title')
  document.title = title.dataset[language] ?? title.textContent
  for (const item of all('[data-zh]')) item.placeholder = item.dataset[language]
  count()
}
$('#language').onclick = () => {
  const next = zh() ? 'en' : 'zh'
  kept.set('report-language', next)
  speak(next)
}

function shine(scheme) {
  root.style.colorScheme = scheme
}
$('#theme').onclick = () => {
  const dark =
    getComputedStyle(root).colorScheme === 'dark' || (!root.style.colorScheme && matchMedia('(prefers-color-scheme: dark)').matches)
  const next = dark ? 'light' : 'dark'
  kept.set('report-scheme', next)
  shine(next)
}
$('#print').onclick = () => print()

const list = $('#list')
const results = list ? all('.result', list) : []
const texts = new Map()
const textOf = (item) => {
  if (!texts.has(item)) texts.set(item, item.querySelector('.what').textContent.toLowerCase())
  return texts.get(item)
}
function filter() {
  const sought = $('#search').value.trim().toLowerCase()
  const statuses = new Set(all('#chips [aria-pressed=true]').map((chip) => chip.dataset.status))
  for (const item of results)
    item.hidden = (statuses.size > 0 && !statuses.has(item.dataset.status)) || (sought !== '' && !textOf(item).includes(sought))
  for (const fold of all('.fold', list)) {
    const any = all('.result', fold).some((item) => !item.hidden)
    fold.hidden = !any
    if (sought !== '' && any) fold.open = true
  }
  count()
}
function count() {
  const place = $('#shown')
  if (!place) return
  const shown = results.filter((item) => !item.hidden).length
  place.textContent = shown === results.length ? '' : `${shown} / ${results.length}`
}
if (list) {
  $('.tools').hidden = false
  $('#search').oninput = filter
  for (const chip of all('#chips button'))
    chip.onclick = () => {
      chip.ariaPressed = String(chip.ariaPressed !== 'true')
      filter()
    }
  $('#unfold').onclick = () => {
    const open = all(':scope > .result', list).filter((item) => !item.hidden)
    const to = open.some((item) => !item.open)
    for (const item of open) item.open = to
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target.matches('input')) {
      if (event.key === 'Escape') event.target.blur()
      return
    }
    if (event.key === '/') {
      event.preventDefault()
      $('#search').focus()
    }
    if (event.key === 'p') print()
    if (event.key === 'j' || event.key === 'k') {
      const shown = results.filter((item) => item.checkVisibility())
      const at = shown.findIndex((item) => item.contains(document.activeElement))
      const next = shown[at < 0 ? 0 : at + (event.key === 'j' ? 1 : -1)]
      next?.querySelector('summary').focus()
    }
  })
}

for (const figure of all('.matrix-image')) {
  const image = figure.querySelector('img')
  const columns = JSON.parse(figure.dataset.columns)
  const rows = Number(figure.dataset.rows)
  let pixels
  image.onmousemove = (event) => {
    if (!pixels) {
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      pixels = context.getImageData(0, 0, canvas.width, canvas.height)
    }
    const x = Math.min(pixels.width - 1, Math.floor((event.offsetX / image.clientWidth) * pixels.width))
    const y = Math.min(pixels.height - 1, Math.floor((event.offsetY / image.clientHeight) * pixels.height))
    const share = (pixels.data[(y * pixels.width + x) * 4 + 3] / 255) ** 2
    const from = Math.floor((y * rows) / pixels.height) + 1
    const to = Math.floor(((y + 1) * rows) / pixels.height)
    figure.querySelector('figcaption').textContent =
      `${columns[x]} · ${from.toLocaleString('en')}–${to.toLocaleString('en')} · ${(share * 100).toFixed(1)} %`
  }
}

if (kept.get('report-scheme')) shine(kept.get('report-scheme'))
speak(kept.get('report-language') ?? root.lang)
