import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

const stopped = 17
const skipped = [6, 11]

const numbersOfQuestions = times(30, (index) => {
  const at = index + 1
  const style =
    at === stopped
      ? 'background:#d8ff3e;color:#0e1030;font-weight:800'
      : skipped.includes(at)
        ? 'box-shadow:inset 0 0 0 2.500px #fff'
        : at < stopped
          ? 'background:#fff;color:#2b35ff;font-weight:700'
          : 'opacity:.62;box-shadow:inset 0 0 0 1.500px #fff'
  return html`<li style="width:62px;line-height:62px;text-align:center;font-size:24px;${style}">${at}</li>`
})

const fraction = (over: string, under: string) =>
  html`<span style="display:inline-block;vertical-align:middle;text-align:center;line-height:1.12;margin:0 .12em"><span style="display:block;border-bottom:3.500px solid;padding:0 .16em .06em">${over}</span><span style="display:block;padding-top:.06em">${under}</span></span>`

const answers: readonly string[] = [
  `${fraction('<i>u</i><sup style="font-size:.62em">2</sup> sin 2<i>θ</i>', '<i>g</i>')}`,
  `${fraction('2<i>u</i> sin <i>θ</i>', '<i>g</i>')}`,
  `${fraction('<i>u</i> sin <i>θ</i>', '2<i>g</i>')}`,
]

const chapters: readonly (readonly [string, string, number])[] = [
  ['Vectors in a plane', '40 min', 0.35],
  ['Friction on a slope', '55 min', 0.5],
  ['Relative motion', '30 min', 0.62],
]

/** The free test, half way, and what the last one asked for. */
export const test = html`
  <div class="at" style="left:0;top:0;width:430px;height:1000px;background:#2b35ff;color:#fff;padding:56px 40px 0 64px">
    <p class="wide" style="font-size:34px">DHRUVA</p>
    <p style="font-size:26px;margin-top:80px;position:relative">Thirty questions,<br>one page<i data-point="a" style="left:-16px;top:196px"></i></p>
    <ol style="display:flex;flex-wrap:wrap;gap:6px;margin-top:26px">${numbersOfQuestions}</ol>
    <p style="margin-top:30px;font-size:24px;line-height:1.4;border-top:2px solid #8f95ff;padding-top:20px"><b style="color:#d8ff3e">You stopped at 17</b><br>yesterday, 9:48 pm. It is still here.</p>
  </div>
  <div class="at" style="left:490px;top:56px;width:620px">
    <p style="display:flex;justify-content:space-between;font-size:24px"><b>Question 17</b><span>31 min left</span></p>
    <p style="font-size:35px;line-height:1.34;margin-top:46px;font-weight:500">A ball leaves the ground at speed <span class="formula"><i>u</i></span> and angle <span class="formula"><i>θ</i></span>. How long is it in the air?</p>
    <svg style="margin:26px 0 10px" width="620" height="206" viewBox="0 0 620 206" fill="none"><path d="M10 190h600" stroke="#0e1030" stroke-width="3"/><path d="M40 190C180-50 440-50 580 190" stroke="#2b35ff" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round"/><path d="M40 190l98-132m-22 8 22-8-3 24" stroke="#0e1030" stroke-width="4"/><path d="M96 190c0-18-6-34-16-46" stroke="#0e1030" stroke-width="2.500"/><circle cx="40" cy="190" r="11" fill="#2b35ff"/><circle cx="580" cy="190" r="11" fill="#fff" stroke="#2b35ff" stroke-width="4"/>
      <text x="108" y="166" font-family="STIX Two Text Variable" font-style="italic" font-size="36" fill="#0e1030">θ</text><text x="76" y="70" font-family="STIX Two Text Variable" font-style="italic" font-size="36" fill="#0e1030">u</text></svg>
    <ol>${answers.map(
      (
        answer,
        at,
      ) => html`<li style="position:relative;display:grid;grid-template-columns:70px 1fr auto;align-items:center;height:126px;border-top:2.500px solid #c9ccf5;${at === 1 && 'background:#eef0ff;border-color:#2b35ff;margin:0 -20px;padding:0 20px'}">
        <b class="wide" style="font-size:28px;color:#2b35ff">${'ABC'[at]!}</b><span class="formula" style="font-size:${at === 1 ? 47 : 37}px;line-height:1">${answer}</span>
        ${at === 1 && html`<span style="font-size:22px;color:#2b35ff;text-align:right;line-height:1.35"><b>A+</b>&ensp;enlarged<br><b>▸</b>&ensp;“two u sine theta, over g”</span><i data-point="e" style="left:-14px;top:70px"></i>`}</li>`,
    )}</ol>
    <p class="wide" style="background:#0e1030;color:#fff;font-size:29px;line-height:82px;text-align:center;margin-top:26px">Next, 18 of 30</p>
  </div>
  <div class="at" style="left:1170px;top:0;width:430px;height:1000px;background:#d8ff3e;padding:56px 44px 0;color:#0e1030">
    <b style="font-size:24px">Your test of Sunday</b>
    <p class="wide" style="font-size:212px;letter-spacing:-.05em;margin:26px 0 0 -10px;line-height:.9">86</p>
    <p style="font-size:25px;margin-top:12px">of 120. Marked in four seconds.</p>
    <div style="border-top:3px solid #0e1030;margin-top:44px;padding-top:20px;position:relative"><b style="font-size:27px">It asks for three chapters</b><i data-point="b" style="left:-16px;top:36px"></i>
      <ol style="margin-top:14px">${chapters.map(
        ([name, time, share]) =>
          html`<li style="padding:18px 0 16px;border-top:2px solid #0e1030"><p style="display:flex;justify-content:space-between;font-size:24px"><b>${name}</b><span>${time}</span></p><p style="height:14px;box-shadow:inset 0 0 0 2px #0e1030;margin-top:14px"><span style="display:block;height:14px;width:${share * 100}%;background:#0e1030"></span></p></li>`,
      )}</ol></div>
    <p style="border-top:2px solid #0e1030;padding-top:18px;font-size:24px">Before this, you had 71.</p>
  </div>`
