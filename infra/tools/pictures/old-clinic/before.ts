import { html } from '#infra/tools/pictures/picture.ts'

const menu =
  'HOME | ABOUT | DOCTOR PROFILE | TREATMENTS | GALLERY | VIDEOS | TESTIMONIALS | BLOG | CAREERS | TIPS | LINKS | ENQUIRY | CONTACT US'
const links = [
  'Root Canal Treatment',
  'Scaling and Polishing',
  'Crown and Bridge',
  'Dentures',
  'Braces',
  'Wisdom Tooth',
  'Implants',
  'Bleaching',
  'Smile Design',
  'Kids Dentistry',
  'Gum Surgery',
  'Dental X-Ray',
  'Laser',
]
const fields = ['Name*', 'Email*', 'Mobile*', 'Message*']

const tooth =
  '<svg width="96" height="132" viewBox="30 14 68 92"><path d="M40 24c10-10 24-4 28-1 6-4 22-8 28 4 6 16-6 32-12 54-2 8-10 8-11 0l-4-18-4 18c-2 8-10 8-12 0-6-24-18-40-13-57Z" fill="#fff" stroke="#9cc7ec" stroke-width="3"/></svg>'
const photograph = html`<svg width="846" height="332" viewBox="238 186 560 220"><path d="M238 186h560v220H238z" fill="#bcd9ee"/><path d="M238 186h560v60H238z" fill="#d6e8f5"/><path d="M270 196h120v90H270z" fill="#eef6fb" stroke="#9ab"/><path d="M680 200h90v130h-90z" fill="#dfe9ef" stroke="#9ab" stroke-width="2"/><path d="M690 214h70M690 234h70M690 254h40" stroke="#9ab" stroke-width="3"/>
  <circle cx="450" cy="262" r="34" fill="#e8b892"/><path d="M416 256c2-36 66-36 68 0-14-14-50-14-68 0Z" fill="#2b1a12"/><path d="M400 358c4-46 22-58 50-58s46 12 50 58Z" fill="#fff"/><circle cx="600" cy="272" r="30" fill="#d9a27a"/><path d="M570 268c0-34 60-34 60 0-12-12-46-12-60 0Z" fill="#1d120c"/><path d="M556 358c4-40 20-52 44-52s40 12 44 52Z" fill="#66bbbb"/><path d="M580 280h40v18h-40z" fill="#fff"/>
  <path d="M238 356h560v50H238z" fill="#000" opacity=".62"/><text x="252" y="387" font-family="Arimo" font-size="15" fill="#fff">Our Modern Operatory With Latest German Machines</text></svg>`

const left = html`<td style="width:330px;padding:14px 0 0 14px"><table width="316" style="background:#e8f2fb;border:2px solid #7fb1dc"><tr><td class="arial" style="background:#1b6fb8;color:#fff;font-weight:700;font-size:21px;padding:7px 14px">Our Treatments</td></tr>
  <tr><td class="arial" style="font-size:20px;line-height:39px;color:#0000cc;padding:10px 16px 12px">${links.map((link) => html`<u>${link}</u><br>`)}</td></tr>
  <tr><td class="arial" style="font-size:20px;padding:8px 16px 20px;color:#333">Visitors:&nbsp;<span data-ring="3" style="display:inline-block;background:#000;color:#0f0;font:700 23px 'IBM Plex Mono';padding:2px 12px;letter-spacing:2px">00048213</span></td></tr></table></td>`

const awards = html`<svg width="290" height="290" viewBox="0 0 290 300" font-family="Arimo" font-weight="700" text-anchor="middle">
  <path d="M3 3h284v136H3z" fill="#fff7c2" stroke="#c89b00" stroke-width="5"/><path d="M56 28l9 20 22 2-17 14 6 22-20-12-20 12 6-22-17-14 22-2Z" fill="#e8a800" stroke="#8a6400" stroke-width="2"/><text x="188" y="50" font-size="22" fill="#b00000">BEST CLINIC</text><text x="188" y="78" font-size="22" fill="#b00000">AWARD 1998</text><text x="145" y="120" font-size="17" fill="#333">Certificate In Waiting Hall</text>
  <path d="M3 155h284v140H3z" fill="#004a99"/><text x="145" y="200" font-size="26" fill="#ffef3a">LASER TEETH</text><text x="145" y="232" font-size="26" fill="#ffef3a">WHITENING</text><path d="M62 250h166v32H62z" fill="#e11111"/><text x="145" y="273" font-size="18" fill="#fff">FLAT 20% OFF!!</text></svg>`

const middle = html`<td style="width:874px;padding:14px 0 0 18px">${photograph}
  <table width="846" style="margin-top:14px"><tr><td style="width:556px;padding:17px 18px 0 42px;font-size:20.300px;line-height:1.2"><div data-ring="2"><p>Dr. Sharma Dental Clinic is a leading multi speciality dental clinic situated in the heart of Indore city. Our clinic is fully equipped with state of art latest technology and sterilized instruments. We provide all types of dental treatments under one roof at most reasonable rates. Our motto is patient satisfaction. We have treated more than thousands of happy patients from India and abroad. Our experienced team always believes in quality treatment with personal care and we request you to kindly visit our clinic once for your complete dental solution.</p>
  <p style="margin-top:3px"><b style="color:#cc0000"><u>Click Here To Read More....</u></b></p></div></td><td>${awards}</td></tr></table></td>`

const right = html`<td style="padding:14px 14px 0 0"><table width="360" style="background:#ffe9e9;border:2px solid #cc6666"><tr><td colspan="2" class="arial" style="text-align:center;color:#b00;font-weight:700;font-size:23px;padding:10px">Enquiry Form</td></tr>
  ${fields.map((field) => html`<tr class="arial" style="font-size:19px"><td style="padding:5px 8px 5px 14px">${field}</td><td style="padding:5px 14px 5px 0"><div style="height:${field === 'Message*' ? 62 : 30}px;background:#fff;border:2px inset #999"></div></td></tr>`)}
  <tr><td></td><td class="arial" style="padding:6px 0 14px"><span style="background:#ddd;border:3px outset #eee;font-size:19px;padding:3px 16px">Submit</span>&nbsp;<span style="background:#ddd;border:3px outset #eee;font-size:19px;padding:3px 16px">Reset</span></td></tr></table>
  <svg style="margin-top:14px;border:2px solid #999" width="356" height="146" viewBox="812 348 214 88"><path d="M812 348h214v88H812z" fill="#f4f1e8"/><path d="M812 400l60-30 50 40 104-50M850 348l30 96M960 348l-20 96" stroke="#d6c58a" stroke-width="5" fill="none"/><text x="824" y="366" font-family="Arimo" font-size="12" fill="#555">Map loading...</text></svg>
  <table width="360" style="margin-top:14px;background:#1b6fb8;color:#fff"><tr><td class="arial" style="padding:10px 14px 12px;font-size:18px;line-height:1.4"><b style="font-size:22px">Ph: 0731-40XXXX2</b><br>(11am to 2pm / 5pm to 8pm)</td></tr></table>
  <p class="arial" style="font-size:18px;color:#666;margin-top:12px;line-height:1.5">Best viewed in 1024 x 768<br>(c) 1999 All rights reserved</p></td>`

/** The clinic's page as it was, in tables. */
export const before = html`
  <table width="1600" style="background:#1b6fb8;height:186px;border-bottom:18px solid #0d4d86"><tr>
    <td style="width:176px;padding:18px 0 0 50px">${tooth}</td>
    <td style="padding-top:22px;white-space:nowrap"><b style="font-size:58px;color:#ffef3a;line-height:1.15">DR. SHARMA DENTAL CLINIC</b><br><i style="font-size:29px;color:#fff">(Multi Speciality) “Your Smile Is Our Pride” Since 1994</i></td>
    <td style="padding:26px 18px 0 0"><div class="arial" style="margin-left:auto;width:352px;background:#e11;border:6px solid #ff0;text-align:center;padding:11px 0 12px;color:#fff;font-weight:700;font-size:25px;line-height:1.4">FREE CHECKUP !!!<br><span style="color:#ff0;font-size:19px">*T&amp;C apply, Mon–Thu only</span></div></td></tr></table>
  <table width="1600"><tr><td class="arial" style="background:#f2a900;color:#000;font-weight:700;font-size:20px;height:52px;padding:12px 20px;white-space:nowrap;letter-spacing:-.2px"><span data-ring="1">${menu}</span></td></tr>
  <tr><td style="background:#fffbd1;color:#c00;height:42px;padding:6px 0 0 330px;white-space:nowrap">&gt;&gt;&gt; Welcome to Dr. Sharma Dental Clinic. Now Root Canal at EASY EMI. Welcome to Dr. Sharma Dental Clinic. Now Root</td></tr></table>
  <table width="1600"><tr>${left}${middle}${right}</tr></table>
  <table class="arial" width="1600" style="position:absolute;left:0;bottom:0;background:#0d4d86;color:#fff;font-size:20px;height:66px"><tr><td style="padding:19px 0 0 20px;white-space:nowrap"><b style="color:#ffef3a">NEW!</b> <u>Sign Our Guestbook</u> | <u>Add To Favourites</u> | <u>Tell A Friend</u> | <u>Sitemap</u></td><td style="text-align:right;padding:19px 20px 0 0">Site Designed &amp; Hosted By Infosoft Web Solution (P) Ltd.</td></tr></table>`
