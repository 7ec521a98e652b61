/**
 * The names that a browser, a system and a device can have, and the words of user agents and client hints that stand for
 * them. Words are facts that makers publish or that browsers send; `docs/decisions/user-agents.md` says how they were found.
 */

/** What no table knows. */
export const OTHER = 'Other'

export interface BrowserRule {
  readonly name: string
  /** Products, as `Firefox` in `Firefox/144.0`; with a value after a slash, that value only, as `FBAN/FBIOS`. */
  readonly products?: readonly string[]
  /** Words that stand for it without a slash too. */
  readonly words?: readonly string[]
  /** Products that begin so. */
  readonly starts?: readonly string[]
  /** The product whose version is that of the browser, where it is another one. */
  readonly version?: string
  /** Its names among the brands of client hints. */
  readonly brands?: readonly string[]
}

/** The first whose words a user agent has is its browser: apps before browsers, and browsers before those that they name as well. */
export const BROWSERS: readonly BrowserRule[] = [
  // Browsers of apps.
  {
    name: 'Messenger',
    products: ['FBAN/MessengerForiOS', 'FB_IAB/Orca-Android', 'FB_IAB/MESSENGER', 'FBAN/Orca-Android'],
    version: 'FBAV',
  },
  { name: 'Messenger Lite', products: ['FBAN/mLite', 'FBAN/MessengerLiteForiOS', 'FBAN/MLite'], version: 'FBAV' },
  { name: 'Facebook Lite', products: ['FBAN/EMA', 'FBAN/FBLite'], version: 'FBAV' },
  { name: 'Threads', words: ['Barcelona'] },
  { name: 'Instagram', words: ['Instagram'] },
  { name: 'Facebook', products: ['FBAN', 'FB_IAB', 'FBAV', 'FB4A', 'FBIOS', 'FBSV'], version: 'FBAV' },
  {
    name: 'TikTok',
    words: ['TikTok', 'musical_ly', 'trill', 'BytedanceWebview'],
    starts: ['musical_ly_', 'trill_'],
  },
  { name: 'Douyin', words: ['aweme'], starts: ['aweme_'] },
  { name: 'LinkedIn', words: ['LinkedInApp', 'LinkedIn'] },
  { name: 'X', words: ['TwitterAndroid', 'Twitter'] },
  { name: 'Snapchat', words: ['Snapchat'] },
  { name: 'Pinterest', products: ['Pinterest'] },
  { name: 'Reddit', products: ['Reddit'] },
  { name: 'Line', products: ['Line'] },
  { name: 'KakaoTalk', words: ['KAKAOTALK'] },
  { name: 'WeChat', products: ['MicroMessenger', 'wxwork'] },
  { name: 'WhatsApp', products: ['WhatsApp'] },
  { name: 'Telegram', words: ['Telegram-Android'], products: ['Telegram'] },
  { name: 'Viber', products: ['Viber'] },
  { name: 'Zalo', words: ['Zalo'] },
  { name: 'Weibo', words: ['Weibo'], starts: ['__weibo__'] },
  { name: 'Alipay', products: ['AlipayClient'] },
  { name: 'DingTalk', products: ['DingTalk'] },
  { name: 'Discord', products: ['Discord'] },
  { name: 'Slack', products: ['Slack', 'Slack_SSB'] },
  { name: 'Microsoft Teams', products: ['Teams', 'TeamsMobile-Android', 'TeamsMobile-iOS'] },
  { name: 'Microsoft Outlook', products: ['Outlook-Android', 'Outlook-iOS', 'Outlook'] },
  { name: 'Microsoft Bing', products: ['BingSapphire', 'BingWeb'] },
  { name: 'Microsoft Copilot', products: ['CopilotApp', 'CopilotNative'] },
  { name: 'Google Search', products: ['GSA', 'GoogleApp', 'com.google.GoogleMobile'] },
  { name: 'NAVER', words: ['NAVER'] },
  { name: 'Daum', products: ['DaumApps', 'DaumDevice'] },
  { name: 'Nate', words: ['nate_app'] },
  { name: 'Yahoo! Japan', products: ['yjtop', 'YJApp-ANDROID', 'YJApp-IOS'] },
  { name: 'Petal Search', products: ['PetalSearch'] },
  { name: 'Honor Search', products: ['HonorSearch'] },
  {
    name: 'Yandex Search',
    products: ['YaSearchBrowser', 'YaApp_Android', 'YaApp_iOS', 'YandexSearch', 'YandexSearchBrowser', 'YaSearchApp'],
  },
  { name: 'Baidu', products: ['baiduboxapp', 'baidubrowser', 'BIDUBrowser'], starts: ['bdbrowser'] },
  { name: 'Ecosia', words: ['Ecosia'], brands: ['Ecosia'] },
  { name: 'Kik', products: ['Kik'] },
  { name: 'SmartNews', words: ['SmartNews'] },
  { name: 'Flipboard', products: ['Flipboard'] },
  { name: 'Netflix', products: ['Netflix'] },
  { name: 'YouTube', products: ['com.google.ios.youtube', 'com.google.android.youtube'] },
  { name: 'MSN', products: ['MSN'] },
  { name: 'Visual Studio Code', products: ['Code'] },
  { name: 'Cursor', products: ['Cursor'] },
  { name: 'ChatGPT', products: ['ChatGPT'] },
  { name: 'Kimi', products: ['Kimi'] },
  { name: 'DeepSeek', products: ['DeepSeek'] },

  // Browsers of television sets and headsets.
  { name: 'TV Bro', words: ['TV Bro'] },
  { name: 'Whale TV Browser', products: ['WhaleBrowser', 'WhaleTV'] },
  { name: 'Quick Search TV', words: ['Quick Search TV', 'Search TV'] },
  { name: 'Odin', products: ['Odin'] },
  { name: 'Vewd Browser', products: ['Vewd'] },
  { name: 'LUJO TV Browser', products: ['lujo.tv', 'LUJO'] },
  { name: 'Roku', products: ['RokuBrowser'], words: ['Roku'] },
  { name: 'Pico Browser', products: ['PicoBrowser'], brands: ['PicoBrowser', 'PICO Browser'] },
  { name: 'Oculus Browser', products: ['OculusBrowser'], brands: ['Oculus Browser', 'Meta Quest Browser'] },
  { name: 'Wolvic', products: ['Wolvic'], brands: ['Wolvic'] },

  // Browsers on the engine of Chrome.
  { name: 'Brave', products: ['Brave', 'BraveBrowser'], brands: ['Brave'] },
  { name: 'Vivaldi', products: ['Vivaldi'], brands: ['Vivaldi'] },
  { name: 'Yandex Browser', products: ['YaBrowser'], brands: ['Yandex', 'YaBrowser'] },
  { name: 'Opera GX', products: ['OPX'], brands: ['Opera GX'] },
  { name: 'Opera Mini', words: ['Opera Mini', 'OPiOS'] },
  { name: 'Opera Touch', products: ['OPT'] },
  { name: 'Opera Coast', products: ['Coast'] },
  {
    name: 'Opera',
    products: ['OPR', 'OMI', 'Opera'],
    words: ['Opera'],
    brands: ['Opera', 'OperaMobile', 'Opera Crypto', 'OperaAir'],
  },
  {
    name: 'Microsoft Edge',
    products: ['Edg', 'EdgA', 'EdgiOS', 'Edge', 'EdgW'],
    brands: ['Microsoft Edge', 'Microsoft Edge WebView2'],
  },
  {
    name: 'Samsung Internet for Android',
    products: ['SamsungBrowser', 'SamsungBrowserLite'],
    brands: ['Samsung Internet', 'Samsung Browser', 'SamsungBrowser'],
  },
  { name: 'Mi Browser', products: ['MiuiBrowser', 'XiaoMi'], brands: ['Miui Browser', 'MiuiBrowser', 'Mi Browser'] },
  { name: 'Huawei Browser', products: ['HuaweiBrowser'], brands: ['HuaweiBrowser'] },
  { name: 'Honor Browser', products: ['HonorBrowser', 'HONORBrowser'], brands: ['HonorBrowser'] },
  { name: 'HeyTap Browser', products: ['HeyTapBrowser', 'OppoBrowser', 'RealmeBrowser'], brands: ['HeyTapBrowser'] },
  { name: 'Vivo Browser', products: ['VivoBrowser'], brands: ['VivoBrowser'] },
  { name: 'MZ Browser', products: ['MZBrowser'] },
  { name: 'Quark', products: ['Quark', 'QuarkPC'], brands: ['Quark'] },
  { name: 'UC Browser', products: ['UCBrowser', 'UCWEB', 'UBrowser', 'UCMobile'], words: ['UCWEB'] },
  { name: 'QQ Browser Lite', products: ['MQQBrowserLite'], starts: ['qqbrowserlite'] },
  { name: 'QQ Browser', products: ['MQQBrowser', 'QQBrowser'], brands: ['QQBrowser'] },
  { name: 'QQ', products: ['QQ'] },
  { name: 'Sogou Browser', products: ['SogouMobileBrowser', 'SogouMSE'], words: ['MetaSr'] },
  { name: '360 Browser', products: ['QihooBrowser', 'QHBrowser', '360browser'], words: ['360SE', '360EE'] },
  { name: 'Phoenix Browser', products: ['PHX'] },
  { name: 'Hi Browser', products: ['HiBrowser'] },
  { name: 'AdBlock Browser', products: ['ABB'] },
  { name: 'Atom', products: ['Atom'], brands: ['Atom'] },
  { name: 'Soul Browser', products: ['Soul'] },
  { name: 'GO Browser', products: ['GOBrowser'] },
  { name: 'Seznam Browser', products: ['SznProhlizec', 'Sznprohlizec'] },
  { name: 'NAVER Whale Browser', products: ['Whale'], brands: ['Whale', 'Naver Whale'] },
  { name: 'Amazon Silk', products: ['Silk', 'Silk-Accelerated'], brands: ['Amazon Silk'] },
  { name: 'DuckDuckGo', products: ['DuckDuckGo', 'Ddg'], brands: ['DuckDuckGo'] },
  { name: 'Puffin', products: ['Puffin'] },
  { name: 'Maxthon', products: ['Maxthon', 'MxBrowser', 'MXiOS'], words: ['Maxthon'] },
  { name: 'Avast Secure Browser', products: ['Avast', 'AvastSecureBrowser'], brands: ['Avast Secure Browser'] },
  { name: 'AVG Secure Browser', products: ['AVG'], brands: ['AVG Secure Browser'] },
  { name: 'Avira Secure Browser', products: ['Avira'], brands: ['Avira Secure Browser'] },
  { name: 'CCleaner Browser', products: ['CCleaner'], brands: ['CCleaner Browser'] },
  { name: 'Norton Private Browser', products: ['Norton'], brands: ['Norton Private Browser', 'Norton Secure Browser'] },
  { name: 'Aloha Browser', products: ['AlohaBrowser', 'AlohaLite'], brands: ['Aloha'] },
  { name: 'Kiwi Browser', products: ['Kiwi'], brands: ['Kiwi'] },
  { name: 'Ghostery', products: ['Ghostery'] },
  { name: 'Coc Coc', starts: ['coc_coc_browser'], brands: ['CocCoc', 'Coc Coc'] },
  { name: 'Iron', products: ['Iron'] },
  { name: 'Arc', products: ['Arc'], brands: ['Arc'] },
  { name: 'Comet', brands: ['Comet'] },
  { name: 'Dia', brands: ['Dia'] },
  { name: 'ChatGPT Atlas', brands: ['ChatGPT Atlas'] },
  { name: 'Sidekick', products: ['Sidekick'], brands: ['Sidekick'] },
  { name: 'JioSphere', products: ['JioPages', 'JioSphere'], brands: ['JioSphere'] },
  { name: 'Sputnik Browser', products: ['SputnikBrowser'] },
  { name: 'Open Browser', products: ['OpenBrowser'] },
  { name: 'Rakuten Browser', products: ['RakutenBrowser', 'Rakuten'] },
  { name: 'Tesla Browser', products: ['Tesla'], words: ['QtCarBrowser'] },
  { name: 'Swing', products: ['Swing'] },
  { name: 'Electron', products: ['Electron'] },

  // Browsers on the engine of Firefox.
  { name: 'Focus', products: ['Focus', 'Klar'] },
  { name: 'Zen', products: ['Zen'] },
  { name: 'LibreWolf', products: ['LibreWolf'] },
  { name: 'Waterfox', products: ['Waterfox'] },
  { name: 'Floorp', products: ['Floorp'] },
  { name: 'Pale Moon', products: ['PaleMoon'] },
  { name: 'SeaMonkey', products: ['SeaMonkey'] },
  { name: 'K-Meleon', products: ['K-Meleon'] },
  { name: 'Thunderbird', products: ['Thunderbird'] },

  // Browsers on the engine of Safari, and old ones.
  { name: 'Epiphany', products: ['Epiphany'] },
  { name: 'Konqueror', products: ['Konqueror'] },
  { name: 'Falkon', products: ['Falkon'] },
  { name: 'QupZilla', products: ['QupZilla'] },
  { name: 'Sleipnir', products: ['Sleipnir'] },
  { name: 'Orion', products: ['Orion'] },
  { name: 'Ladybird', products: ['Ladybird'] },
  { name: 'Internet Explorer', products: ['Trident', 'IEMobile'], words: ['MSIE'] },
  { name: 'BlackBerry', products: ['BlackBerry'], words: ['BB10'] },
  { name: 'Bada', products: ['Bada'] },
  { name: 'Sailfish', products: ['SailfishBrowser'] },
  { name: 'KaiOS Browser', products: ['KAIOS'] },
  { name: 'WebOS Browser', words: ['Web0S', 'webOS', 'hpwOS', 'wOSBrowser'] },
  { name: 'Tizen', words: ['Tizen'] },

  // What the others are built on.
  { name: 'Firefox', products: ['Firefox', 'FxiOS'] },
  { name: 'Chromium', products: ['Chromium'] },
  { name: 'Chrome', products: ['Chrome', 'CriOS', 'HeadlessChrome', 'CrMo'], brands: ['Google Chrome'] },
  { name: 'Android Browser', words: ['Android'] },
  { name: 'Safari', products: ['Safari', 'AppleWebKit'], version: 'Version' },
]

export interface SystemRule {
  readonly name: string
  readonly words: readonly string[]
}

/** The first whose words a user agent has is its system. */
export const SYSTEMS: readonly SystemRule[] = [
  { name: 'Xbox', words: ['Xbox'] },
  { name: 'PlayStation 4', words: ['PlayStation 4'] },
  { name: 'PlayStation', words: ['PlayStation'] },
  { name: 'Nintendo', words: ['Nintendo'] },
  { name: 'Windows Phone', words: ['Windows Phone', 'IEMobile'] },
  { name: 'Windows', words: ['Windows'] },
  { name: 'KaiOS', words: ['KAIOS'] },
  { name: 'HarmonyOS', words: ['HarmonyOS', 'OpenHarmony', 'ArkWeb'] },
  { name: 'tvOS', words: ['AppleTV', 'Apple TV', 'tvOS'] },
  { name: 'watchOS', words: ['watchOS', 'Apple Watch'] },
  { name: 'iOS', words: ['iPhone', 'iPad', 'iPod'] },
  { name: 'Tizen', words: ['Tizen'] },
  { name: 'WebOS', words: ['Web0S', 'webOS', 'WEBOS', 'hpwOS'] },
  { name: 'Roku', words: ['Roku', 'RokuBrowser'] },
  { name: 'VIDAA', words: ['VIDAA'] },
  { name: 'TiVo OS', words: ['TiVoOS'] },
  { name: 'Whale OS', words: ['WhaleTV', 'WHALEOS'] },
  { name: 'Vizio OS', words: ['VIZIO', 'Conjure'] },
  { name: 'Fuchsia', words: ['Fuchsia'] },
  { name: 'Horizon OS', words: ['OculusBrowser'] },
  { name: 'Pico OS', words: ['PicoBrowser'] },
  { name: 'Android', words: ['Android', 'Andr0id', 'Silk'] },
  { name: 'macOS', words: ['Macintosh', 'macOS', 'Mac OS X'] },
  { name: 'Chrome OS', words: ['CrOS'] },
  { name: 'BlackBerry', words: ['BlackBerry', 'BB10', 'PlayBook'] },
  { name: 'Bada', words: ['Bada'] },
  { name: 'Sailfish', words: ['Sailfish'] },
  { name: 'FreeBSD', words: ['FreeBSD'] },
  { name: 'OpenBSD', words: ['OpenBSD'] },
  { name: 'NetBSD', words: ['NetBSD'] },
  { name: 'Linux', words: ['Linux', 'X11', 'Ubuntu', 'Fedora'] },
]

/** Every name that a user agent or client hints can have. */
export const BROWSER_NAMES: readonly string[] = [...BROWSERS.map(({ name }) => name), OTHER]
export const SYSTEM_NAMES: readonly string[] = [...SYSTEMS.map(({ name }) => name), OTHER]

/** Kinds of device. `Other` are watches, headsets, cars and speakers. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'console', OTHER] as const
export type Device = (typeof DEVICES)[number]

interface DeviceRule {
  readonly device: Device
  /** Words of user agents; makers of boxes and sticks for television sets are named by their brands. */
  readonly words?: readonly string[]
  /** The shape of a model of Android. Each is linear in the length of its name. */
  readonly model?: RegExp
}

/** The first that fits a user agent is its kind of device. What none fits has the kind of its system. */
export const DEVICE_RULES: readonly DeviceRule[] = [
  { device: 'console', words: words('PlayStation,Xbox,Nintendo,Retroid,Retroid Pocket,Switch OLED') },
  {
    device: OTHER,
    words: words('Tesla,QtCarBrowser,SmartSpeaker,OculusBrowser,PicoBrowser,watchOS,Apple Watch,TicWatch,Quest'),
    // Watches of Samsung, and speakers of Amazon, Yandex and Meta.
    model: /^(?:SAMSUNG )?SM-R\d{3}|^AEO[A-Z]{2}(?![A-Z])|^yandexstation|Watch|^YNDX-00055|^PortalGo/,
  },
  {
    device: OTHER,
    // Scanners and tills of Zebra, Honeywell, Urovo, M3 and Newland; radios of cars; boards.
    model:
      /^(?:C[KNT]\d0|MC\d{2}(?:\d0)?|VC8300|DT[245]0|M3(?:S[LM]|US)\d|PS20|PM80|NLS-|HCE\d{3}|EFT_|iData|WPOS)|-CORE T\d|^YT\d{4}[A-Z]|^F9212|^MPC-\d|^8227L|^ks\d{4}|^DiLink|^DUDU|^Raspberry|^OrangePi|^ODROID/,
  },
  // Folded phones leave out the word Mobile when they are open.
  {
    device: 'mobile',
    model: /^(?:SAMSUNG )?SM-[AEFGJMNSW]\d{3}|^(?:CPH|RMX)\d{4}|^V2\d{3}A?$|^coolpad|^ZTE Blade|^TECNO A/i,
  },
  {
    device: 'tv',
    words: words(
      'TV,SMART-TV,SmartTV,SmartTvA,AppleTV,Apple TV,GoogleTV,HbbTV,DTV,NETTV,OMI,BRAVIA,VIERA,Roku,RokuBrowser,Web0S,NetCast,CrKey',
      'VIDAA,VIZIO,TiVoOS,MiTV,Chromecast,WhaleTV,Projector,STB,OTT,A95X,H96,HK1,X96,T95,T96,TX3,TX6,Allente,Beelink,Divisat',
      'Formuler,Hiremco,iconBIT,Khadas,Magicsee,Matador,ME-COOL,Mecool,Movix,Nexon,Openbox,Selenga,SberBox,Streamer,Tanix',
      'Technosat,Transpeed,Ugoos,Vontar,Zidoo,Xview',
    ),
  },
  // Amazon; boxes and sticks; panels by their size in inches.
  { device: 'tv', model: /^AFT[A-Z0-9]{1,12}(?![A-Za-z])|(?:LED|LCD)[-_]?\d\d|TV(?:[-_ \d]|$)|UHD/ },
  {
    device: 'tv',
    model:
      /box(?![a-z])|(?:^|[-_ ])BOX|BOX(?:[-_ ]|$)|^MIBOX|Stick|STICK|STREAM(?![a-z])|^rk3\d{3}|RK3\d{3}|^(?:A95X|H96|X96|X88|TX\d|T9[56]|HK1|TOX\d|AM\d|KM\d(?!\d{2}))|^GT-?King|^GTX-|^EVPAD|^NEXON|^Mecool|^Netta|^Selenga|^Perfeo|^H-DMP|^NEO U|^KANT-|^S[67]00 MAX|^N5(?:Max|NOVA)|^MATADOR|^Lime[TZ]|T95|^AS51\d$|^DV\d{4}|^SpyBox|^UT8|^VIM\d|^YNDX-00|^MiProj/i,
  },
  {
    device: 'tv',
    model:
      /(?:^|[-_ ]|^[A-Z]{1,2})(?:22|24|28|32|39|40|42|43|48|49|50|55|58|65|70|75|77|85|98)(?:[A-Z]{1,6}[-_]?\d{2}|[A-Z]{2,6}[-_]?\d)|^(?:CT-8[789]|AS_4K|ABX-|NV7|MLT\d\d|GR\d{5}|RH-LE\d\d)\d?|^(?:24|32)H1/,
  },
  {
    device: 'tablet',
    // Samsung, Lenovo, Amazon, Huawei and Honor, OPPO, Xiaomi, Alcatel and TCL, Prestigio, Walmart, Nomi, Oukitel, Teclast, Digma.
    model:
      /^(?:SAMSUNG )?SM-[TPX]\d{3}|^(?:Lenovo )?TB-?[0-9XQ]|^KF[A-Z]{3,5}(?![A-Z])|^(?:AGR|AGS|BAH|BTV|BZ[TKWA]|CMR|DBR|DBY|GDI|GOT|HDL|JDN|JMS|KJR|KOB|MON|MRR|MRX|ROD|SCM|SHT|VRD|WGR)[A-Z]?\d?[A-Z]?-|-W\d\d|^OPD\d|^\d{4,5}RP|^[89]\d{3}[A-Z]?(?:_[A-Z]{2,3})?$|^PMT\d|^1000\d{5}|^Nomi_C(?:07|08|10)|^RT\d(?: |$)|^[MPT]\d{2}[A-Za-z0-9 ]*_(?:ROW|EEA)$|^[A-Z]\d{3}_(?:EEA|ROW)|^(?:Optima|Plane|CITI|iPlay|ALFA|TPC|ACTAB|TEL-1|BQ-(?:70|80|10)\d\d|iPA\d|PA\d{4}|NET_[KR]|Eagle_(?:8|10))/,
  },
  {
    device: 'tablet',
    // Digma, Multilaser and Blu, Doogee, Dexp, Irbis, Blackview, Acer, LG, Tecno, Hanson, Touchmate and others.
    model:
      /(?:^|[ _])[CTPS][STR](?:[78]|1[0-3]?)\d{3}[A-Z]{2}|^M(?:7|8|9|10)L?[_ ]|^T(?:10|20|30)(?:E|K|Mini)|^KT\d00|^G[12]000|^TZ7\d\d|^Active \d|^B1-7\d\d|^LG-V\d{3}|^TECNO P70|^Hanson|^TM-MID|^WO (?:8|10|12)|^Surface Duo|^Lenovo (?:A7600|PB-)|^Hope[78]|^Dslide|^itel W7|^TOREX|^VANKYO|^X10MT|^ZTE T1|^TEO\w*\d|^Archos Access [79]|^KM10|^CUBE-T|^Core-T|^EDA7|^ST19|^TDT4518|^RC7T|^iQ10|^W-109|^[FT]\d{2}-EEA|^T\d{2}N/i,
  },
  {
    device: 'tablet',
    model: /(?:^|[^a-z])(?:tab|pad)(?![a-z])|tablet|[a-z](?:Pad|Tab)(?![a-z])|iPlay|Slate|(?:^|[-_ ])MID[-_ \d]|Kids/i,
  },
  { device: 'tablet', words: words('iPad,Tablet,apad,PlayBook,Kindle,Xoom,Nexus 7,Nexus 9,Nexus 10') },
]

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(','))
}
