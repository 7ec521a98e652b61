/**
 * Words that passwords are made of most often, of our own making. A password that consists of these, in any number and
 * order, with digits and punctuation around them, is among the first that anybody tries.
 */
export const FILLER_WORDS = words(`
  abc access account admin administrator analytics asdf azerty changeme change company dashboard database default demo
  forever footfall guest hallo hello iloveyou letmein login loveyou manager master mypass mypassword new newpass office
  pass passcode passphrase passwd password passwort please private public pwd qwer qwert qwerty qwertz root secret
  secure security server service setup signin superuser supervisor support sysadmin system temp temporary test tester
  testing trustno user username webmaster welcome whatever yxcv zxcv
`)

/** Names, animals, teams and things that are common as the one word of a password. */
export const COMMON_WORDS = words(`
  aaron abigail adrian airplane alejandro alexander alexandra alexis alfredo alicia alison amanda amazing america
  anderson andrea andrew angel angela angelina angels anthony antonio apple apples april argentina arsenal arthur ashley
  august austin autumn awesome babygirl bailey banana barbara barcelona barney baseball basketball batman beatles beautiful
  beauty benjamin bigdaddy bitcoin blessed bluebird bonjour boomer bradley brandon brazil brittany brooklyn brother bubbles
  buddy bulldog butterfly buttercup california cameron canada captain carlos carolina caroline cassandra catherine celtic
  champion charles charlie charlotte cheese chelsea cherry chester chicago chicken chocolate chris christian christina
  christine christmas christopher cinderella claudia cocacola coffee computer cookie cooper corvette courtney cowboy
  cowboys crystal daniel daniela danielle darkness david december dennis destiny diamond dolphin dolphins dominic donald
  dragon dragonball eagles edward einstein eleven elephant elizabeth emily eminem england everton explorer facebook
  falcon family fashion february ferrari firebird fireman fishing florida flower flowers football forest formula france
  francis franklin freddy freedom friday friend friends gabriel gabriela galaxy gandalf garfield george germany giants
  ginger gladiator golden goldfish google gordon grandma gregory guitar hammer hannah happiness happy harley harrypotter
  heather heaven hello helloworld hockey holiday honda honey horses hotmail houston hunter iceman indiana infinity
  instagram internet ireland isabella italia jackson jaguar jamaica january jasmine jason jasper jennifer jeremy jessica
  jesuschrist jesus johnson jonathan jordan joseph joshua julian july june junior justice justin kathleen katherine
  kathryn kimberly kitty knight lakers lauren leonardo letter liberty lightning linkedin liverpool london louise
  lovelove lovely lover loverboy loveme lucky madison madrid maggie magic manchester marcus margaret maria marie marina
  marine marlboro marshall martin matrix matthew maverick maxwell melanie melissa mercedes metallica mexico michael
  michelle mickey midnight miguel minecraft monday money monica monkey monster montana morgan mother mountain muffin
  murphy music mustang naruto natalia natalie natasha nathan newyork nicholas nicole nintendo nothing november october
  oliver olivia orange orlando packers panther panthers paradise parker patricia patrick peaches peanut pepper peter
  phoenix piano picture pikachu pineapple player playstation pokemon police portugal power prince princess pumpkin
  purple rachel rainbow ranger rangers raymond rebecca redsox richard robert roberto rocket ronaldo rosebud russia
  sabrina samantha sammy samsung samuel sandra saturday savannah scooby scooter scorpion scotland sebastian september
  shadow shannon sharon sierra silver simone simpson single sister skywalker slipknot smile snoopy snowball soccer
  softball sophie spain spanky sparky spencer spider spiderman spongebob spring squirrel starwars steelers stella stephanie
  stephen steven strawberry student success summer sunday sunflower sunset sunshine superman superstar sweetheart sweety
  sydney taylor teacher teddybear tennis teresa thailand thomas thunder thursday tiffany tigers tigger tinkerbell tomorrow
  toronto tottenham toyota trevor trinity tuesday turtle twilight twitter unicorn united vampire vanessa veronica
  victor victoria victory vincent virginia volleyball warrior warriors wednesday welcome wicked william williams willow
  windows winner winston winter wizard wolverine yankees yellow yesterday youtube zachary
`)

/** Common passwords of twelve characters and more that are not a word with decoration. */
export const COMMON_PASSWORDS = words(`
  abcd1234abcd billgates12345 correcthorsebatterystaple everythingisfine fuckyoufuckyou fuckyou12345 gfhjkmgfhjkm
  godisgoodallthetime iamthebest1234 idontknow1234 ihatepasswords iloveyousomuch ineedapassword itsasecret123
  justinbieber1 lovelylovely1 mynameisjohn nevergiveup123 notapassword1 nopassword1234 opensesame1234 pa55word1234
  password1password2 passwordispassword q1w2e3r4t5y6 q1w2e3r4t5y6u7 qazwsxedcrfv qazwsxedcrfvtgb 1q2w3e4r5t6y 1q2w3e4r5t6y7u
  1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 zaq1xsw2cde3 1qazxsw23edc qweasdzxc123 123qweasdzxc
  qwe123asd456 qweqweqwe123 asdasdasd123 thisisapassword thisismypassword thisisnotapassword threelittlepigs1
  tobeornottobe unbelievable1 whatthefuck123 youwillneverknow yourpassword1 1a2b3c4d5e6f a1b2c3d4e5f6 a1s2d3f4g5h6
  aa123456789a 123abc456def 147258369147 147258369000 159357159357 159753456852 741852963000 789456123000 963852741000
  951753852456 112233445566 121212343434 123123456456 123321123321 147852369000 010203040506 102030405060
`)

/** Rows of keyboards, and other orders that fingers and minds run along. */
export const SEQUENCES: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'yxcvbnm',
  'qsdfghjklm',
  'wxcvbn',
  '13579',
  '24680',
]

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
