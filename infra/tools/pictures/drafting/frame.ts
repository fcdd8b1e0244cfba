/** Shows the moment `t` of the film, in seconds. Runs in the page. */
export function drawFrame(t: number): void {
  const ease = (x: number) => (x < 0.5 ? 2 * x * x : 1 - (-2 * x + 2) ** 2 / 2)
  const share = (from: number, to: number) => Math.min(1, Math.max(0, (t - from) / (to - from)))
  const svg = document.querySelector('svg')!
  const pens = new Map<string, { x: number; y: number }>()
  for (const element of svg.querySelectorAll<SVGGeometryElement>('[data-from]')) {
    const { from, to, pen } = element.dataset
    const done = ease(share(Number(from), Number(to)))
    let point: DOMPoint | undefined
    if (element.matches('.stroke')) {
      element.style.strokeDashoffset = String(1 - done)
      if (element.dataset.closes && element.dataset.pen === 'ink') element.style.fillOpacity = String(done)
      element.style.visibility = done > 0 ? 'visible' : 'hidden'
      if (done > 0 && done < 1) point = element.getPointAtLength(element.getTotalLength() * done)
    } else if (element.matches('.reveal')) {
      element.style.transformBox = 'fill-box'
      element.style.transform = `scaleX(${done})`
      const box = element.getBBox()
      const rise = Math.sin(done * 40) * box.height * 0.16
      if (done > 0 && done < 1) point = new DOMPoint(box.x + box.width * done, box.y + box.height * 0.6 + rise)
    } else if (element.id === 'brush') {
      element.style.transform = `translateX(${-40 + done * 1110}px)`
    } else element.style.opacity = String(done)
    if (!pen || !point) continue
    const { x, y } = point.matrixTransform(element.getCTM()!)
    pens.set(pen, { x: (x * 1040) / svg.clientWidth, y: (y * 650) / svg.clientHeight })
  }
  for (const tool of svg.querySelectorAll<SVGGElement>('.tool')) {
    const place = pens.get(tool.id)
    tool.style.opacity = place ? '1' : '0'
    if (place) tool.setAttribute('transform', `translate(${place.x} ${place.y})`)
  }
  // The last second lays a fresh sheet over the page: it ends as it began.
  svg.querySelector<SVGGElement>('#fresh')!.style.transform = `translateX(${1060 * (1 - ease(share(12.7, 13.7)))}px)`
}
