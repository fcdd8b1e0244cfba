/** The section of a beam ISMB 200 with its measures, 380 by 560, in one colour. */
export const beam = (ink: string) => `
  <g fill="${ink}"><path d="M70 70h300v62H258v356h112v62H70v-62h112V132H70Z"/></g>
  <g stroke="${ink}" stroke-width="2.500" fill="none"><path d="M50 70H6M50 550H6M18 70v480M70 52V16M370 52V16M70 28h300M182 300h-54M258 300h66"/>
    <path d="M10 84l8-14 8 14M10 536l8 14 8-14M84 20l-14 8 14 8M356 20l14 8-14 8M168 293l14 7-14 7M272 293l-14 7 14 7"/></g>
  <g font-family="IBM Plex Mono" font-size="27" font-weight="500" fill="${ink}"><text x="220" y="14" text-anchor="middle">100</text><text transform="rotate(-90 2 310)" x="2" y="310" text-anchor="middle">200</text><text x="334" y="309">5.7</text></g>`
