/** Words without a topic, by language. They include fillers, because most texts are transcripts of speech. */
export const stopWords: Record<string, ReadonlySet<string>> = {
  en: words(`a about above actually after again against ago all almost also always am an and another any anything are
    aren't around as ask at away back basically be because been before being below between both but by came can can't
    cannot come could couldn't did didn't do does doesn't doing don't done down during each either else even ever every
    everything few first for from further get gets getting give go goes going gonna got guess had hadn't has hasn't have
    haven't having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its itself just kind
    know last less let let's like little look lot lots made make many may maybe me mean might more most much must my
    myself never next no nor not nothing now of off oh ok okay on once one only onto or other our out over own perhaps
    please probably put quite rather really right said same saw say saying says see seem shall she should shouldn't
    since so some something sometimes somewhere sort still stuff such sure take tell than that that's the their them
    then there there's these they they're thing things think this those though through time to too two uh um under
    until up upon us use used using very want was wasn't way we we're well went were weren't what what's when where
    whether which while who whole whom why will with within without won't would wouldn't yeah yes yet you you're your
    came comes coming find finding finds found looked looking looks needed saying thought tried try trying wanted wanting
    wants yep yup nope mhm hmm hm mm ah er erm alright sorry might bit honest honestly`),
  de: words(`aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus
    bei beim bin bis bist da dabei dadurch dafür dagegen damit danach dann daran darauf daraus das dass dazu dein deine
    dem den denn der des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch eben eher ein
    eine einem einen einer eines einfach einig einige er es etwas euch euer eure eigentlich für gab ganz geben gehen
    geht genau gibt gut habe haben hab hat hatte hatten hätte hätten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem
    ihren ihrer im immer in ins irgendwie irgendwo ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine
    keinem keinen keiner können könnte könnten machen macht mal man manche mehr mein meine meinem meinen meiner mich
    mir mit müssen musste muss nach nein nicht nichts noch nun nur ob oder oft ohne sagen sagt schon sehr sein seine
    seinem seinen seiner seit sich sie sind so solche soll sollte sondern sonst sowas über um und uns unser unsere
    unter viel viele vielleicht vom von vor war waren warum was weil weiter welche welcher wenn wer werde werden wie
    wieder will wir wird wirklich wo wollen wollte worden wurde wurden würde würden zu zum zur zwar zwischen äh ähm`),
  fr: words(`a afin ai ainsi alors après as assez au aucun aussi autre autres aux avaient avais avait avant avec avez avoir
    avons beaucoup bien bon bah ben c'est ça car ce cela celle celui ces cet cette ceux chaque chez chose choses comme
    comment contre d'accord dans de dedans depuis des dire dis dit donc dont du elle elles en encore entre es est et
    étaient étais était étant êtes être eu euh eux fait faire faut fois genre hein ici il ils j'ai jamais je jusque juste
    l la là le les leur leurs lui ma mais me même mêmes mes mettre mieux moi moins mon ne ni non nos notre nous on ont ou
    où oui oui par parce pas pense pendant peu peut peux plus plutôt pour pourquoi pouvait pouvoir pu puis quand que
    quel quelle quelles quels quelque quelques qui quoi rien sa sais sans se sera serait ses si soi soient sois soit
    sommes son sont sous suis sur ta te tel tes toi ton toujours tous tout toute toutes très trop tu un une va vais vas
    venir vers veut veux voilà voir vos votre vous vraiment y`),
  es: words(`a acá ahí ahora al algo alguien algún alguna algunas alguno algunos allí antes aquel aquella aquí así aún
    aunque bien bueno cada casi claro como cómo con creo cual cuál cuando cuándo cuenta da dar de del desde después
    dice digo donde dónde dos durante e el él ella ellas ellos en entonces entre era eran eres es esa esas ese eso esos
    esta está están estaba estado estar estas este esto estos estoy fue fueron gente ha haber había hace hacer hacia
    han hasta hay he igual ir la las le les lo los luego más me menos mi mí mientras mis mismo mucha muchas mucho
    muchos muy nada ni no nos nosotros o o sea os otra otras otro otros para pero poco poder podía por porque primero
    pues puede puedo que qué quien quién quiere quiero se sé sea según ser si sí sido siempre sin sino sobre solo sólo
    son soy su sus también tan tanto te tener tengo ti tiene tienen toda todas todavía todo todos tu tú tus un una unas
    uno unos usted va vamos vez voy y ya yo`),
  it: words(`a abbiamo ad adesso agli ai al alla alle allo allora altra altre altri altro anche ancora avere aveva avevo
    bene beh c'è che chi ci cioè come con cosa così cui da dagli dai dal dalla dalle dare degli dei del della delle dello
    di dico dire dopo dove due e è ecco ed era erano essere fa fare fatto fino forse fra già gli ha hai hanno ho i il in
    insomma io l la le lei li lo loro lui ma magari me meno mi mia mie miei mio molta molte molti molto ne nei nel nella
    nelle nemmeno niente no noi non nostra nostro o ogni oppure ora per perché però persone più poco poi posso poteva
    può qua qual qualche qualcosa quale quando quanto quasi quella quelle quelli quello questa queste questi questo qui
    quindi sarebbe se sei sempre sembra senza si sì sia siamo sono sopra sta stata stato stare su sua sue sugli sui sul
    sulla suo suoi tanto te ti tra tu tua tue tuo tutta tutte tutti tutto un una uno va vabbè vado verso voi volta vuole`),
  pt: words(`a à acho agora aí ainda além algo algum alguma algumas alguns ali ante antes ao aos após aquela aquele aqui
    as às assim até bem boa bom cada coisa coisas com como da dá daí dar das de dela dele depois desde dessa desse
    deste dia do dois dos e é ela elas ele eles em então entre era eram essa essas esse esses esta está estão estar
    estava este estes estou eu faz fazer fez foi for foram fosse gente há isso isto já lá lhe lo logo mais mas me meio
    mesmo meu meus minha minhas muita muitas muito muitos na nada não nas né nem nessa nesse no nós nos nossa nosso num
    numa o onde os ou outra outras outro outros para pela pelas pelo pelos pode poder pois por porque posso pouco pra
    quais qual qualquer quando quanto que quê quem quer são se seja sem sempre sendo ser seu seus si sido sim só sobre
    sou sua suas também tanto tão tem têm tenho ter teve tinha tipo toda todas todo todos tu tudo um uma umas uns vai
    você vocês vou`),
  nl: words(`aan af al alle alleen allemaal alles als altijd andere anders ben bent best bij bijna daar daarom daarna dan
    dat de deze die dit doe doen doet door dus echt een eens eerst eigenlijk elk elke en er erg ergens even gaan gaat
    ga geen gewoon gedaan geweest gezegd goed haar had hadden heb hebben hebt heeft heel hem het hier hij hoe hun iets
    iemand ik in is ja je jij jou jouw jullie kan kun kunnen kon konden kwam kijk kijken laat maar maken me mee meer
    meest men mensen met mij mijn misschien moest moet moeten mogen na naar nee net niet niets niks nog nou nu of om
    omdat ons onze ook op over soms staat te ten ter tegen toch toen tot tussen u uh uit uw van vanuit veel vind voor
    waar waarom want waren was wat we weer weet weg wel werd wie wij wil worden wordt zal ze zeg zeggen zegt zei zelf
    zich zie zien zij zijn zo zoals zou zouden`),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
